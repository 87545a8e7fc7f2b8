// Plays a scene: canvas, buttons, slider, keyboard. `playScene(place, scene)` is all that a page needs.
//
// scene = { title, t: [times], runs: [{ name, channels: [[numbers]] }], shapes: [{ kind, … }] }. A shape
// names channels: `at`, `from`, `to` (three), `heading`, `spin`, `size` (one), `euler313` (three), `rotation`
// (nine); a trail has a `name` and may have `turning`, the angle of a table; `velocity` and `force` (three)
// are arrows at `at`, whose units stand in scene.units, beside that of the `time`; a pivot is a fixed point at `at`; a camera has `eye`,
// the direction from the scene to the one who looks. A number that is null is not known. `forceless` of a run says
// why it has no forces, scene.elsewhere has the constraints that act at none of the points that are seen.

const KEYS = "Space: play or pause · ← →: step · Home, End · + −: zoom · drag: turn · R: view as at first";

class Player {
  constructor(place, scene) {
    this.scene = scene;
    this.frame = 0;
    this.clock = 0;
    this.isPlaying = false;
    this.span = scene.t[scene.t.length - 1] - scene.t[0];
    this.speed = usualSpeed(this.span);
    this.shown = { trail: true, velocity: false, force: false };
    this.reach = reachOf(scene);
    const thick = this.reach.high[2] - this.reach.low[2];
    const camera = scene.shapes.find((shape) => shape.kind === "camera");
    const eye = camera && pointAt(scene.runs[0], camera.eye, 0);
    this.camera = new Camera(this.boxWithGround(), thick <= 0.07 * this.reach.widest, eye);
    this.lengths = this.arrowLengths();
    this.build(place);
    this.listen();
    this.draw();
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!calm) this.play();
  }

  /** The box of all that is to be seen, the ground with it. */
  boxWithGround() {
    const { shapes, runs } = this.scene;
    const planes = shapes.filter((shape) => shape.kind === "plane").map((shape) => bodyAt(runs[0], shape, 0));
    const grounds = shapes.some((shape) => GROUND[shape.kind]) ? planes : [levelOf(this.reach)];
    return widened(this.reach, grounds, grounds.map((plane) => gridOf(plane, this.reach)));
  }

  build(place) {
    place.classList.add("player");
    place.tabIndex = 0;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", `Animation: ${this.scene.title}. ${KEYS}`);
    this.place = place;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", this.scene.title);
    this.button = document.createElement("button");
    this.button.type = "button";
    this.slider = document.createElement("input");
    Object.assign(this.slider, { type: "range", min: 0, max: this.scene.t.length - 1, value: 0 });
    this.slider.setAttribute("aria-label", "time");
    this.time = document.createElement("output");
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.append(this.button, this.slider, this.time);
    const choices = document.createElement("div");
    choices.className = "choices";
    choices.append(...this.choices(), this.speeds());
    this.legend = new Legend(this.scene);
    place.append(this.canvas, bar, choices, this.legend.list);
  }

  choices() {
    const has = (what) => this.scene.shapes.some((shape) => (what === "trail" ? shape.kind === "trail" : shape[what]));
    return Object.keys(this.shown).filter(has).map((what) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      Object.assign(box, { type: "checkbox", checked: this.shown[what] });
      box.addEventListener("change", () => {
        this.shown[what] = box.checked;
        this.draw();
      });
      label.append(box, ` ${what === "trail" ? what : ARROWS[what].name}`);
      return label;
    });
  }

  speeds() {
    const label = document.createElement("label");
    const select = document.createElement("select");
    for (const factor of [0.1, 0.25, 0.5, 1, 2, 5]) {
      const speed = Number((factor * this.speed).toPrecision(3));
      const option = document.createElement("option");
      Object.assign(option, { value: speed, textContent: `${speed}×`, selected: factor === 1 });
      select.append(option);
    }
    select.addEventListener("change", () => (this.speed = Number(select.value)));
    label.append("speed ", select);
    return label;
  }

  listen() {
    this.button.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => {
      if (this.isMeant(event)) this.key(event);
    });
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== this.place) return;
      event.preventDefault();
      this.camera.magnify(Math.exp(-event.deltaY / 500));
      this.draw();
    }, { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  grab(event) {
    this.canvas.setPointerCapture(event.pointerId);
    let last = [event.clientX, event.clientY];
    const move = (moved) => {
      this.camera.turn((moved.clientX - last[0]) / 150, (moved.clientY - last[1]) / 150);
      last = [moved.clientX, moved.clientY];
      this.draw();
    };
    this.canvas.addEventListener("pointermove", move);
    const drop = () => this.canvas.removeEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", drop, { once: true });
    this.canvas.addEventListener("pointercancel", drop, { once: true });
  }

  /** Is a key for this player? One that is alone on its page and in sight takes those that are for nobody. */
  isMeant({ target, defaultPrevented }) {
    if (defaultPrevented) return false;
    if (this.place.contains(target)) return true;
    const isForNobody = target === document.body || target === document.documentElement;
    if (!isForNobody || document.querySelectorAll(".player").length > 1) return false;
    const { top, bottom } = this.canvas.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return middle >= 0 && middle <= window.innerHeight;
  }

  key(event) {
    // The browser has its own keys, a list and a slider have theirs, and so have a button and a box the space bar.
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target.tagName === "SELECT") return;
    if (target === this.slider && key !== " ") return;
    if (key === " " && (target.tagName === "BUTTON" || target.type === "checkbox")) return;
    const last = this.scene.t.length - 1;
    const actions = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.go(0),
      End: () => this.go(last),
      "+": () => this.camera.magnify(1.2),
      "=": () => this.camera.magnify(1.2),
      "-": () => this.camera.magnify(1 / 1.2),
      r: () => this.camera.reset(),
    };
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
    this.draw();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.frame >= this.scene.t.length - 1) this.go(0);
    this.isPlaying = true;
    let before = performance.now();
    const tick = (now) => {
      if (!this.isPlaying) return;
      this.advance(((now - before) / 1000) * this.speed);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.draw();
  }

  pause() {
    this.isPlaying = false;
    this.draw();
  }

  /** Goes on by some seconds of the motion, and stops at its end. */
  advance(seconds) {
    const t = this.scene.t;
    this.clock += seconds;
    while (this.frame < t.length - 1 && t[this.frame + 1] - t[0] <= this.clock) this.frame += 1;
    if (this.frame >= t.length - 1) this.isPlaying = false;
    this.draw();
  }

  step(count) {
    this.pause();
    this.go(this.frame + count);
  }

  go(frame) {
    this.frame = Math.max(0, Math.min(this.scene.t.length - 1, frame));
    this.clock = this.scene.t[this.frame] - this.scene.t[0];
    this.draw();
  }

  colours() {
    const style = getComputedStyle(this.place);
    const colour = (name, otherwise) => style.getPropertyValue(`--${name}`).trim() || otherwise;
    const curves = ["#0b5fa5", "#c2410c", "#047857", "#7c3aed", "#9f1239", "#475569"].map((c, i) => colour(`curve-${i}`, c));
    return {
      paper: colour("paper", "#ffffff"),
      axis: colour("axis", "#78716c"),
      grid: colour("grid", "#e7e5e4"),
      curves,
    };
  }

  draw() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const dense = window.devicePixelRatio || 1;
    if (width === 0 || height === 0) return;
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
    const context = this.canvas.getContext("2d");
    context.scale(dense, dense);
    this.camera.aim(width, height);
    const brush = new Brush(context, this.camera, this.colours());
    this.paint(brush);
    const scaled = ([what, length]) => [what, length * this.camera.scale];
    this.legend.update(this.shown, Object.fromEntries(Object.entries(this.lengths).map(scaled)));
    this.button.textContent = this.isPlaying ? "Pause" : "Play";
    this.slider.value = this.frame;
    const { time } = this.scene.units || {};
    this.time.textContent = `t = ${this.scene.t[this.frame].toFixed(decimals(this.span))}${time ? ` ${time}` : ""}`;
    this.place.dataset.frame = this.frame;
  }

  paint(brush) {
    const { shapes, runs } = this.scene;
    const grounds = shapes.filter((shape) => GROUND[shape.kind]);
    const level = levelOf(this.reach);
    if (grounds.length === 0) drawGrid(brush, level, gridOf(level, this.reach));
    grounds.forEach((shape) => GROUND[shape.kind](brush, bodyAt(runs[0], shape, this.frame, brush.colours.axis), this.reach));
    for (let i = runs.length - 1; i >= 0; i--) {
      brush.context.globalAlpha = i === 0 ? 1 : 0.55;
      this.paintRun(brush, i);
    }
    brush.context.globalAlpha = 1;
    const pivots = shapes.filter((shape) => shape.kind === "pivot");
    pivots.forEach((shape) => drawPivot(brush, bodyAt(runs[0], shape, this.frame)));
  }

  paintRun(brush, number) {
    const { shapes, runs } = this.scene;
    const [run, colour] = [runs[number], brush.colours.curves[number % 6]];
    const trails = shapes.filter((shape) => shape.kind === "trail" && this.shown.trail);
    trails.forEach((shape, i) => drawTrail(brush, run, shape, this.frame, pathStyle(shape, i, number, runs.length)));
    const solid = shapes.filter((shape) => DRAW[shape.kind]);
    const bodies = solid.map((shape) => bodyAt(run, shape, this.frame, colour));
    const depth = (body) => brush.camera.see(body.at || body.from)[2];
    bodies.sort((a, b) => depth(a) - depth(b)).forEach((body) => DRAW[body.kind](brush, body));
    for (const what of Object.keys(ARROWS)) {
      if (this.shown[what]) shapes.filter((s) => s[what]).forEach((s) => this.arrow(brush, run, s, what));
    }
  }

  /** The lengths in the scene of arrows of one unit: the largest of a motion is a fifth of the scene long. */
  arrowLengths() {
    const { t, runs, shapes } = this.scene;
    const longest = (what) => {
      let largest = 0;
      for (const shape of shapes.filter((s) => s[what])) {
        runs.forEach((run) => t.forEach((_, k) => (largest = Math.max(largest, Math.hypot(...pointAt(run, shape[what], k))))));
      }
      return largest;
    };
    const length = (what) => [what, (0.2 * this.reach.widest) / longest(what)];
    return Object.fromEntries(Object.keys(ARROWS).map(length).filter(([, unit]) => Number.isFinite(unit)));
  }

  arrow(brush, run, shape, what) {
    if (!this.lengths[what]) return;
    const at = pointAt(run, shape.at, this.frame);
    const arrow = pointAt(run, shape[what], this.frame);
    if (arrow.some((v) => v === null)) return;
    brush.arrow(at, along(at, this.lengths[what], arrow), brush.colours.curves[ARROWS[what].curve]);
  }
}

/** The speed of nature, unless the motion would be over at once or last for minutes: then it takes about ten seconds. */
function usualSpeed(span) {
  const isUsual = !(span > 0) || (span >= 1 && span <= 120);
  return isUsual ? 1 : 10 ** Math.round(Math.log10(span / 10));
}

/** Digits after the point of a time. */
function decimals(span) {
  if (span >= 1000) return 0;
  return span > 0 && span < 1 ? Math.min(15, 2 - Math.floor(Math.log10(span))) : 2;
}

/** Puts a player into an element of the page. */
function playScene(place, scene) {
  return new Player(place, scene);
}
