// The site on the device. All files of one version are fetched together and used together: a page never mixes two versions.
// A new version is fetched beside the old one; it takes over when a page is opened, and every open page starts again with it.

/** Registers the worker that answers for the network. */
export async function install() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const { serviceWorker } = navigator;
  const wasControlled = Boolean(serviceWorker.controller);
  let isLeaving = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (!wasControlled || isLeaving) return;
    isLeaving = true;
    location.reload();
  });
  try {
    const registration = await serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
    // What was fetched during the last visit is used from now on; what is fetched during this one, from the next.
    if (wasControlled) registration.waiting?.postMessage("take over");
  } catch (error) {
    console.warn(`Quadrille works here, but not without a network: ${error.message}`);
  }
}
