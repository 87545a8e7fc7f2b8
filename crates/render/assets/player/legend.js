// What the lines and arrows of a scene are: motions, paths, and the scale of arrows.

/** The numbers of the curves whose colours several paths of one motion have; arrows have the others. */
const PATHS = [0, 1, 4, 5];

/** How a path is drawn: the colour of its motion, or one of its own where there is one motion only. */
function pathStyle(shape, index, run, runs) {
  const curve = runs > 1 ? run % 6 : PATHS[index % PATHS.length];
  if (shape.turning !== undefined) return { curve, dash: [2, 5] };
  return { curve, dash: runs === 1 || (run === 0 && index === 0) ? [] : index === 0 ? [6, 5] : [9, 4, 2, 4] };
}

/** The names of arrows, and the curves whose colours they have. */
const ARROWS = { velocity: { name: "velocity", curve: 2 }, force: { name: "constraint force", curve: 3 } };

/** The largest of 1, 2 and 5 times a power of ten that is not above a number. */
function roundBelow(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [5, 2, 1].find((k) => k * power <= x * (1 + 1e-9)) * power;
}

/** A line, or an arrow, of some pixels. */
function sample(length, colour, dash, isArrow) {
  const part = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const picture = part("svg", { width: length, height: 10, "aria-hidden": true });
  const end = isArrow ? length - 6 : length;
  const style = `stroke: ${colour}; stroke-width: 2.5; fill: ${colour}`;
  picture.append(part("line", { x1: 0, y1: 5, x2: end, y2: 5, style, "stroke-dasharray": dash.join(" ") }));
  if (isArrow) picture.append(part("polygon", { points: `${length},5 ${length - 9},1 ${length - 9},9`, style: `fill: ${colour}` }));
  return picture;
}

class Legend {
  constructor(scene) {
    this.scene = scene;
    this.list = document.createElement("p");
    this.list.className = "legend";
    this.written = "";
  }

  /** What the lines are that are shown now; `scales` has the pixels that a unit of an arrow takes. */
  update(shown, scales) {
    const entries = [...this.motions(), ...(shown.trail ? this.paths() : []), ...this.arrows(shown, scales), ...this.missing()];
    const written = JSON.stringify(entries);
    if (written === this.written) return;
    this.written = written;
    this.list.replaceChildren(...entries.map(({ text, length, colour, dash, isArrow }) => {
      const name = document.createElement("span");
      if (length) name.append(sample(length, colour, dash, isArrow), " ");
      name.append(text);
      return name;
    }));
  }

  motions() {
    const { runs } = this.scene;
    if (runs.length < 2) return [];
    return runs.map((run, i) => ({ text: run.name, length: 22, colour: `var(--curve-${i % 6})`, dash: i === 0 ? [] : [6, 4] }));
  }

  paths() {
    const { runs, shapes } = this.scene;
    const trails = shapes.filter((shape) => shape.kind === "trail");
    if (trails.length < 2) return [];
    return trails.map((shape, i) => {
      const { curve, dash } = pathStyle(shape, i, 0, runs.length);
      // Where each motion has its colour, a path is told by its dashes alone.
      const colour = runs.length > 1 ? "var(--axis)" : `var(--curve-${curve})`;
      return { text: shape.name, length: 30, colour, dash };
    });
  }

  arrows(shown, scales) {
    return Object.keys(ARROWS).filter((what) => shown[what] && scales[what] > 0).map((what) => {
      const value = roundBelow(60 / scales[what]);
      const unit = (this.scene.units || {})[what];
      const text = `${ARROWS[what].name}: this length is ${Number(value.toPrecision(1))}${unit ? ` ${unit}` : ""}`;
      const length = Math.round(value * scales[what] * 10) / 10;
      return { text, length, colour: `var(--curve-${ARROWS[what].curve})`, dash: [], isArrow: true };
    });
  }
  /** Forces for which there are no arrows, and why. */
  missing() {
    const { runs, elsewhere = [] } = this.scene;
    const acts = elsewhere.map((label) => `no constraint force of ${label}: it acts at none of the points shown`);
    const known = runs.some((run) => !run.forceless);
    return [...runs.map((run) => run.forceless).filter(Boolean), ...(known ? acts : [])].map((text) => ({ text }));
  }
}
