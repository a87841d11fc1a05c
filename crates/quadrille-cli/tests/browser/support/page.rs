//! The page in the browser, with the actions of a user.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Browser, Engine, Source, Tab};

/// The timeout of a condition. Long, because machines under load are slow; a condition that holds
/// is detected at once.
const WAIT_TIMEOUT: Duration = Duration::from_secs(40);

/// Waits until changes are drawn.
const DRAWN: &str =
    "await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));";

/// A device: its screen and its settings.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub name: &'static str,
    pub width: u32,
    pub height: u32,
    /// True if it has a touch screen and no mouse.
    pub touch: bool,
    pub dark: bool,
    pub language: &'static str,
}

pub struct Page {
    tab: Tab,
    source: Source,
    touch: bool,
    axe: String,
}

impl Page {
    /// Opens a tab with this screen. The error names what is missing.
    pub fn open(screen: Screen, engine: Engine) -> Result<Page, &'static str> {
        Page::open_at(screen, Source::start(engine)?)
    }

    pub fn open_at(screen: Screen, source: Source) -> Result<Page, &'static str> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../target/page-check/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(file).map_err(|_| "no axe-core (.ci/run fetches it)")?;
        let mut tab =
            Browser::tab().ok_or("no Chromium here (Debian: apt-get install chromium)")?;
        let Screen { width, height, touch, dark, language, .. } = screen;
        tab.call(
            "Emulation.setUserAgentOverride",
            json!({ "userAgent": "Quadrille's tests", "acceptLanguage": language }),
        );
        tab.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch }),
        );
        tab.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
        let mut page = Page { tab, source, touch, axe };
        page.set_dark(dark);
        Ok(page)
    }

    /// Sets the system to dark or light. Dark also sets reduced motion.
    pub fn set_dark(&mut self, dark: bool) {
        self.tab.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [
                { "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } },
                { "name": "prefers-reduced-motion", "value": if dark { "reduce" } else { "no-preference" } },
            ] }),
        );
    }

    /// Goes to an address of the page, such as `#/play/…`, as if it were typed into a new tab.
    pub fn go(&mut self, hash: &str) {
        self.tab.call("Page.navigate", json!({ "url": "about:blank" }));
        let url = self.address(hash);
        self.tab.call("Page.navigate", json!({ "url": url }));
        self.wait("the page is there", "document.getElementById('view')?.dataset.view");
    }

    /// Goes to another page of the same origin, and waits until it is loaded.
    pub fn go_beside(&mut self, path: &str) {
        let url = format!("{}{path}", self.source.origin());
        self.tab.call("Page.navigate", json!({ "url": url }));
        self.wait("the other page is there", "document.readyState === 'complete'");
    }

    pub fn address(&self, part: &str) -> String {
        format!("{}{}{part}", self.source.origin(), self.source.path())
    }

    pub fn engine(&self) -> Engine {
        match self.source {
            Source::Server(_) => Engine::Server,
            Source::Files(_) => Engine::Site,
        }
    }

    pub fn origin(&self) -> String {
        self.source.origin()
    }

    /// Runs a script in every page before its own scripts.
    pub fn before_loading(&mut self, script: &str) {
        self.tab.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// Calls a method of the DevTools protocol.
    pub fn browser(&mut self, method: &str, parameters: Value) -> Value {
        self.tab.call(method, parameters)
    }

    /// Reloads the page, with the same entry of the history.
    pub fn reload(&mut self) {
        self.tab.reload();
        self.wait("the page is there", "document.getElementById('view')?.dataset.view");
    }

    /// The value of an expression in the page. Modules are named as if the page were at the root:
    /// `import('/assets/main.js')`.
    pub fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn try_value(&mut self, expression: &str) -> Result<Value, Value> {
        let expression =
            &expression.replace("import('/", &format!("import('{}", self.source.path()));
        let mut answer = self.tab.try_call(
            "Runtime.evaluate",
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true }),
        )?;
        match answer["exceptionDetails"].take() {
            Value::Null => Ok(answer["result"]["value"].take()),
            failed => Err(failed),
        }
    }

    /// The text of the first element that a selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.value(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
        value.as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, what: &str, expression: &str) {
        self.wait_for(what, &format!("Boolean({expression})"), json!(false));
    }

    /// Waits until an expression is neither this value nor null, and returns it.
    fn wait_for(&mut self, what: &str, expression: &str, not_yet: Value) -> Value {
        let deadline = Instant::now() + WAIT_TIMEOUT;
        loop {
            // While a page is being left, nothing can be evaluated in it.
            let value = self.try_value(expression).unwrap_or_default();
            if !value.is_null() && value != not_yet {
                return value;
            }
            if Instant::now() > deadline {
                let seen = self.value("location.href + '\\n' + document.body.innerText");
                panic!("timeout: {what}; the page shows: {seen}\n{:?}", self.tab.complaints);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a text is in any element that a selector finds.
    pub fn wait_for_text(&mut self, selector: &str, text: &str) {
        let expression = format!(
            "[...document.querySelectorAll({selector:?})].some((one) => one.textContent.includes({text:?}))"
        );
        self.wait(&format!("{selector} says {text}"), &expression);
    }

    pub fn key(&mut self, key: &str) {
        let mut event = json!({ "type": "keyDown", "key": key });
        match key {
            // The browser's own actions, such as closing a dialog, need the key code.
            "Escape" => event["windowsVirtualKeyCode"] = json!(27),
            "Home" => event["windowsVirtualKeyCode"] = json!(36),
            "Enter" => event["text"] = json!("\r"),
            _ if key.chars().count() == 1 => event["text"] = json!(key),
            _ => {}
        }
        self.tab.call("Input.dispatchKeyEvent", event);
        self.tab.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    pub fn point_at(&mut self, (x, y): (f64, f64)) {
        let moved = json!({ "type": "mouseMoved", "x": x, "y": y });
        self.tab.call("Input.dispatchMouseEvent", moved);
    }

    /// Presses at a point and drags to another, without releasing.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        let mouse = |kind: &str, (x, y): (f64, f64)| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.tab.call("Input.dispatchMouseEvent", mouse("mousePressed", from));
        let between = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        for at in [between, to] {
            self.tab.call("Input.dispatchMouseEvent", mouse("mouseMoved", at));
        }
    }

    /// Releases at a point.
    pub fn let_go(&mut self, (x, y): (f64, f64)) {
        let released = json!({ "type": "mouseReleased", "x": x, "y": y, "button": "left", "buttons": 0, "clickCount": 1 });
        self.tab.call("Input.dispatchMouseEvent", released);
    }

    /// Clicks or taps the middle of the first element that a selector finds.
    pub fn click(&mut self, selector: &str) {
        let place = self.place_of(selector, &format!("document.querySelector({selector:?})"));
        self.press(place, None);
    }

    /// Clicks or taps a button by its text.
    pub fn click_button(&mut self, words: &str) {
        let found = format!(
            "[...document.querySelectorAll('button, a.button')].find((one) => one.textContent.trim() === {words:?} && one.offsetParent)"
        );
        let place = self.place_of(words, &found);
        self.press(place, None);
    }

    /// Scrolls an element into view and returns its centre once a press there reaches it: the
    /// element is enabled, does not move, and nothing covers it.
    fn place_of(&mut self, what: &str, element: &str) -> (f64, f64) {
        let place = format!(
            "(async () => {{ const one = {element}; if (!one || one.disabled) return null; \
             one.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             await Promise.allSettled(document.getAnimations().filter((moving) => moving.effect?.target?.contains(one) \
             && Number.isFinite(moving.effect.getComputedTiming().endTime)).map((moving) => moving.finished)); \
             const middle = () => {{ const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }}; \
             const before = middle(); {DRAWN} const [x, y] = middle(); \
             return x === before[0] && y === before[1] && one.contains(document.elementFromPoint(x, y)) ? [x, y] : null; }})()"
        );
        point(&self.wait_for(&format!("{what} can be pressed"), &place, Value::Null))
    }

    /// The centre of a cell of the board, on the screen.
    pub fn cell(&mut self, row: u32, col: u32) -> (f64, f64) {
        let place = self.value(&format!(
            "(async () => {{ const board = document.querySelector('.table .board > svg'); \
             board.scrollIntoView({{ block: 'center', behavior: 'instant' }}); {DRAWN} \
             const cols = Number(getComputedStyle(board.closest('.boardbox')).getPropertyValue('--cols')); \
             const margin = board.viewBox.baseVal.width - 44 * cols - 7; \
             const at = new DOMPoint(margin + 44 * ({col} + 0.5), margin + 44 * ({row} + 0.5)).matrixTransform(board.getScreenCTM()); \
             return [at.x, at.y]; }})()"
        ));
        point(&place)
    }

    pub fn press_cell(&mut self, row: u32, col: u32) {
        let at = self.cell(row, col);
        self.press(at, None);
    }

    /// Presses at a point, with the mouse or a finger, and releases there or at another.
    pub fn press(&mut self, from: (f64, f64), to: Option<(f64, f64)>) {
        let steps: Vec<(f64, f64)> = match to {
            Some(to) => (1..=4)
                .map(|step| f64::from(step) / 4.0)
                .map(|part| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part))
                .collect(),
            None => Vec::new(),
        };
        if self.touch {
            let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
            let at = |(x, y): (f64, f64)| json!([{ "x": x, "y": y }]);
            self.tab.call("Input.dispatchTouchEvent", touch("touchStart", at(from)));
            for &step in &steps {
                self.tab.call("Input.dispatchTouchEvent", touch("touchMove", at(step)));
            }
            // A finger that rests before it is lifted does not fling; the browser would treat a tap
            // after a fling as its end.
            if let Some(&end) = steps.last() {
                for _ in 0..2 {
                    std::thread::sleep(Duration::from_millis(60));
                    self.tab.call("Input.dispatchTouchEvent", touch("touchMove", at(end)));
                }
            }
            self.tab.call("Input.dispatchTouchEvent", touch("touchEnd", json!([])));
        } else {
            let mouse = |kind: &str, (x, y): (f64, f64), buttons: u8| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
            self.tab.call("Input.dispatchMouseEvent", mouse("mouseMoved", from, 0));
            self.tab.call("Input.dispatchMouseEvent", mouse("mousePressed", from, 1));
            for &step in &steps {
                self.tab.call("Input.dispatchMouseEvent", mouse("mouseMoved", step, 1));
            }
            let end = steps.last().copied().unwrap_or(from);
            self.tab.call("Input.dispatchMouseEvent", mouse("mouseReleased", end, 0));
        }
    }

    /// Checks the view: no serious issue for axe-core, and nothing wider than the screen.
    pub fn inspect(&mut self, view: &str) {
        let beyond = self
            .value("document.documentElement.scrollWidth > document.documentElement.clientWidth");
        assert_eq!(beyond, json!(false), "{view} is wider than the screen");
        if self.value("typeof axe") == json!("undefined") {
            self.value(&format!("{}; 0", self.axe));
        }
        // Colours are checked after animations; hints and activity indicators never end.
        self.value(
            "Promise.allSettled(document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)) \
             .map((one) => one.finished)).then(() => 0)",
        );
        // axe fails if the page changes meanwhile, as when a result arrives: then try again.
        let found = self.value(
            "(async () => { for (let left = 4; ; left -= 1) { try { const { violations } = await axe.run(); \
             return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical') \
             .map(({ id, help, nodes }) => [id, help, ...nodes.slice(0, 4).map((node) => node.html + ' ' + (node.any[0]?.message ?? ''))]); \
             } catch (error) { if (left === 0) throw error; } } })()",
        );
        assert_eq!(found, json!([]), "{view} is not accessible: {found:#}");
    }

    /// Stops the server of the page.
    pub fn lose_server(&mut self) {
        self.source.stop();
    }

    /// Removes messages about failed requests, which are expected.
    pub fn expect_refusals(&mut self) {
        self.forget_complaints(&["Failed to load resource"]);
    }

    /// Removes messages that contain any of these texts.
    pub fn forget_complaints(&mut self, words: &[&str]) {
        self.value("0");
        let others = |complaint: &String| !words.iter().any(|word| complaint.contains(word));
        let left: Vec<String> = self.tab.complaints.drain(..).filter(others).collect();
        self.tab.complaints = left;
    }

    /// Fails if the page has logged an error.
    pub fn assert_no_complaints(&mut self) {
        self.value("0");
        assert!(self.tab.complaints.is_empty(), "{:#?}", self.tab.complaints);
    }
}

fn point(place: &Value) -> (f64, f64) {
    let coordinate = |index: usize| place[index].as_f64().expect("a coordinate");
    (coordinate(0), coordinate(1))
}
