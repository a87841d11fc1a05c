//! Workers of the engine: several at once, stopped, killed, out of memory, broken.

use crate::support::Page;
use crate::tour::code;
use serde_json::json;

/// Records all workers of the page, and lets a test change the messages to them.
const WATCHED: &str = "(() => { const Plain = Worker; window.workers = []; window.changed = (message) => message; \
     window.end = (worker) => Plain.prototype.terminate.call(worker); \
     window.Worker = class extends Plain { \
       constructor(...all) { super(...all); this.requests = 0; this.isEnded = false; this.isReady = false; workers.push(this); \
         this.addEventListener('message', ({ data }) => { if (data.over) this.requests -= 1; if (data.ready) this.isReady = true; }); } \
       postMessage(message) { const sent = changed(message); if (sent.question) this.requests += 1; super.postMessage(sent); } \
       terminate() { this.isEnded = true; super.terminate(); } }; })()";

const BUSY: &str = "workers.filter((worker) => worker.requests > 0 && !worker.isEnded)";

/// Ends all idle workers without a message, as a browser does when it needs memory.
fn end_idle(page: &mut Page) {
    let waiting = "workers.filter((worker) => !worker.isEnded)";
    page.wait("all have started", &format!("{waiting}.every((worker) => worker.isReady)"));
    page.value(&format!("{waiting}.forEach(end)"));
}

/// Starts a long search, and waits until it runs.
fn begin(page: &mut Page, code: &str, methods: &str) {
    page.value(&format!("location.hash = '#/search/{code}?{methods}&seconds=30'"));
    page.wait(
        "it searches",
        &format!("{BUSY}.length > 0 && Number(document.querySelector('.numbers dd').textContent.replace(/\\D/g, '')) > 0"),
    );
}

/// The page continues with a new worker: the same view finds a plan.
fn goes_on(page: &mut Page) {
    let code = code(page, "twins");
    page.value(&format!("location.hash = '#/search/{code}?a=astar'"));
    page.click(".to-end");
    page.wait_for_text(".state", "6 moves, proved shortest");
}

/// A worker that is killed, breaks, or has no more memory ends its search with one clear message.
pub(crate) fn broken_workers(page: &mut Page) {
    page.before_loading(WATCHED);
    page.go("#/");
    let hard = code(page, "app-41");
    begin(page, &hard, "a=bfs");
    page.value(&format!("{BUSY}.forEach(end)"));
    page.wait_for_text(".state", "The browser stopped the search.");
    page.inspect("a search whose worker was killed");
    goes_on(page);
    // A worker killed while idle is replaced.
    end_idle(page);
    goes_on(page);

    page.value("changed = (message) => (message.question === 'watch' ? { ...message, question: 'panic' } : message)");
    page.value(&format!("location.hash = '#/search/{hard}?a=bfs'"));
    page.wait_for_text(".state", "Internal error in Quadrille");
    page.value("changed = (message) => message");
    goes_on(page);

    // An engine with less memory than it expects.
    page.value(
        "changed = (message) => (message.module ? { ...message, bytes: 24 * 2 ** 20 } : message)",
    );
    end_idle(page);
    page.value(&format!("location.hash = '#/search/{hard}?a=bfs&seconds=30'"));
    page.wait_for_text(".state", "needs more memory than it may use");
    page.value("changed = (message) => message");
    end_idle(page);
    goes_on(page);

    // The limit that the engine enforces: 512 MiB unless the request has a lower one, and then the
    // result says so.
    let limits = page.value("import('/assets/api/index.js').then((api) => api.catalogue()).then(({ limits }) => limits.max_memory)");
    assert_eq!(limits, json!(512 << 20));
    let stop = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.solve({{ code: {hard:?}, method: 'bfs', max_memory: 20 * 2 ** 20 }}, new AbortController().signal)) \
         .then((report) => [report.outcome, report.stop, report.stats.peak_bytes <= 20 * 2 ** 20])"
    ));
    assert_eq!(stop, json!(["unknown", "memory", true]));
}

/// Two searches run at once; stopping ends a worker at once, and the next search finds a ready one.
pub(crate) fn workers_at_work(page: &mut Page) {
    page.before_loading(WATCHED);
    page.go("#/");
    let hard = code(page, "app-41");
    begin(page, &hard, "a=bfs&b=dfs");
    page.wait("two workers work", &format!("{BUSY}.length === 2"));
    page.wait(
        "and both are seen",
        "[...document.querySelectorAll('.run')].filter((run) => run.querySelector('.numbers dd').textContent !== '0').length === 2",
    );
    page.value("location.hash = '#/'");
    page.wait("leaving ends both", &format!("{BUSY}.length === 0"));

    let twins = code(page, "twins");
    let came = page.value(&format!(
        "import('/assets/api/index.js').then(async (api) => {{ \
         const stop = new AbortController(); let ready; \
         const stopped = api.solve({{ code: {hard:?}, method: 'bfs' }}, stop.signal, (name) => {{ \
           if (name !== 'progress' || stop.signal.aborted) return; \
           ready = workers.filter((worker) => !worker.isEnded && worker.requests === 0).length; stop.abort(); }}) \
           .then(() => 'came to an end', (error) => error.name); \
         const end = await stopped; const busy = {BUSY}.length; const made = workers.length; \
         const report = await api.solve({{ code: {twins:?} }}, new AbortController().signal); \
         return [end, busy, ready >= 1, report.cost, workers.slice(0, made).some((worker) => !worker.isEnded)]; }})"
    ));
    assert_eq!(
        came,
        json!(["AbortError", 0, true, 6, true]),
        "the worker is ended with the search, another was ready, and it has answered"
    );

    // The generator keeps its time limit.
    let made = page.value(
        "import('/assets/api/index.js').then(async (api) => { const tried = []; \
         for await (const { name, data } of api.stream('generate', { game: 'squares', rows: 32, cols: 32, least_moves: 60, max_time: 1 }, new AbortController().signal)) \
         if (name === 'done') return [data.found, data.tried < 20000]; })",
    );
    assert_eq!(made, json!([0, true]), "it ends before its limit of candidates");
    // And it can be cancelled.
    page.go("#/new?game=squares&rows=9&cols=9&least_moves=60");
    page.click("#make");
    page.wait("a worker works", &format!("{BUSY}.length === 1"));
    page.click("#make");
    page.wait_for_text(".notice", "Cancelled.");
    assert_eq!(page.value(&format!("{BUSY}.length")), json!(0));
}
