// An orthographic camera that turns around the middle of the scene.
//
//   right = (−sin α, cos α, 0)
//   up    = (−cos α sin β, −sin α sin β, cos β)                                               (1)
//   near  = ( cos α cos β,  sin α cos β, sin β)
//
// with the azimuth α and the elevation β; α = −π/2, β = π/2 is the view from above, x to the right.

class Camera {
  constructor(box, isFlat, eye) {
    this.box = box;
    this.isFlat = isFlat;
    this.eye = eye;
    this.reset();
  }

  reset() {
    this.azimuth = this.isFlat ? -Math.PI / 2 : -1.0;
    this.elevation = this.isFlat ? Math.PI / 2 : 0.5;
    if (this.eye && Math.hypot(...this.eye) > 0) {
      const [x, y, z] = this.eye; // near of (1)
      this.azimuth = x === 0 && y === 0 ? -Math.PI / 2 : Math.atan2(y, x);
      this.elevation = Math.atan2(z, Math.hypot(x, y));
    }
    this.zoom = 1;
  }

  turn(dx, dy) {
    this.azimuth -= dx;
    this.elevation = Math.max(-0.2, Math.min(Math.PI / 2, this.elevation + dy));
  }

  magnify(factor) {
    this.zoom = Math.max(0.2, Math.min(20, this.zoom * factor));
  }

  /** Fits the scene into a canvas of a size. */
  aim(width, height) {
    const { low, high } = this.box;
    const [ca, sa] = [Math.cos(this.azimuth), Math.sin(this.azimuth)];
    const [cb, sb] = [Math.cos(this.elevation), Math.sin(this.elevation)];
    this.right = [-sa, ca, 0];
    this.up = [-ca * sb, -sa * sb, cb];
    this.near = [ca * cb, sa * cb, sb]; // (1)
    this.middle = low.map((v, i) => (v + high[i]) / 2);
    const half = low.map((v, i) => (high[i] - v) / 2);
    const extent = (axis) => dot(axis.map(Math.abs), half);
    const fit = Math.min(width / (2 * extent(this.right)), height / (2 * extent(this.up)));
    this.scale = 0.92 * this.zoom * fit;
    this.centre = [width / 2, height / 2];
  }

  /** Pixels of a point, and how near it is. */
  see(p) {
    const d = along(p, -1, this.middle);
    const [x, y] = [dot(this.right, d), dot(this.up, d)];
    return [this.centre[0] + this.scale * x, this.centre[1] - this.scale * y, dot(this.near, d)];
  }
}

/** The box of everything that a scene shows. */
function reachOf(scene) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const include = (p, r, isFlat) => p.forEach((v, i) => {
    const d = isFlat && i === 2 ? 0 : r;
    if (!Number.isFinite(v)) return;
    low[i] = Math.min(low[i], v - d);
    high[i] = Math.max(high[i], v + d);
  });
  for (const run of scene.runs) {
    for (const shape of scene.shapes) {
      const size = shape.size === undefined ? 0 : valueAt(run, shape.size, 0);
      const isFlat = ["box", "blade", "turntable", "plane"].includes(shape.kind);
      const r = shape.kind === "turntable" ? size : isFlat ? size / 2 : size;
      for (const place of [shape.at, shape.from, shape.to].filter(Boolean)) {
        for (let frame = 0; frame < scene.t.length; frame++) {
          const p = pointAt(run, place, frame);
          // A path on a turning table is carried around its middle.
          if (shape.turning === undefined) include(p, r, isFlat);
          else include([0, 0, p[2]], Math.hypot(p[0], p[1]), true);
        }
      }
    }
  }
  if (low[0] > high[0]) include([0, 0, 0], 1, false);
  if (low.every((v, i) => v === high[i])) include([...low], 1, false);
  const widest = Math.max(...low.map((v, i) => high[i] - v));
  return { low: low.map((v) => v - 0.03 * widest), high: high.map((v) => v + 0.03 * widest), widest };
}
