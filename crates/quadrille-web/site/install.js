// Installs the site on the device. All files of a version are fetched and used together, so a page
// never mixes versions. A new version is fetched beside the old one; it takes over when a page is
// opened, and every open page reloads.

/** Registers the service worker. */
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
    // A version fetched during the last visit is used from now on; one fetched during this visit,
    // from the next.
    if (wasControlled) registration.waiting?.postMessage("take over");
  } catch (error) {
    console.warn(`Quadrille works here, but not without a network: ${error.message}`);
  }
}
