import { around, corners, isBox, type Area, type Matrix, type Point } from './ink-shapes.js';
import type { Rule } from './ink.js';

/** The graphics state (ISO 32000-2, 8.4) that affects text and what hides it. */
export interface State {
  ctm: Matrix;
  font: string;
  size: number;
  fontScale: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
  mode: number;
  alpha: number;
  plainBlend: boolean;
  /** Whether areas have a plain color. Patterns may be transparent. */
  plainColour: boolean;
  /** Whether a soft mask, a group or an optional layer may make it transparent or hide it. */
  faint: boolean;
  lineWidth: number;
  /** The clip box; null for other shapes. */
  clip: Area | null;
}

export const FIRST: State = {
  ctm: [1, 0, 0, 1, 0, 0],
  font: '',
  size: 0,
  fontScale: 0.001,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  rise: 0,
  leading: 0,
  mode: 0,
  alpha: 1,
  plainBlend: true,
  plainColour: true,
  faint: false,
  lineWidth: 1,
  clip: [-Infinity, -Infinity, Infinity, Infinity],
};

export interface Shape {
  drawn: readonly Point[];
  isStraight: boolean;
}

export type GraphicsEntries = readonly (readonly [string, unknown])[];

/** Changes by such entries. A soft mask counts until the state is restored. */
export function changeBy(entries: GraphicsEntries): Partial<State> {
  const change: Partial<State> = {};
  for (const [key, value] of entries) {
    if (key === 'ca') change.alpha = Number(value);
    if (key === 'BM') change.plainBlend = value === 'source-over';
    if (key === 'SMask' && value !== false) change.faint = true;
    if (key === 'LW') change.lineWidth = Number(value);
  }
  return change;
}

export function isFaint({ alpha, plainBlend, faint }: State): boolean {
  return alpha !== 1 || !plainBlend || faint;
}

/** The clip reduced by a path; null if it is not a box. */
export function clipped(clip: Area | null, paths: readonly Shape[]): Area | null {
  const [path, ...more] = paths;
  if (!clip || !path || more.length > 0 || !path.isStraight) return null;
  const area = around(path.drawn);
  return isBox(path.drawn, area) ? common(clip, area) : null;
}

/** The clip reduced by the bounding box of a form (8.10.1). */
export function clippedToBox({ clip, ctm }: State, box: ArrayLike<number> | null): Area | null {
  if (!box) return clip;
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(box);
  return clipped(clip, [{ drawn: corners([left, bottom, right, top], ctm), isStraight: true }]);
}

/** The part of an area that filling hides, or null. */
export function hiddenBy(state: State, area: Area): Area | null {
  if (isFaint(state) || !state.plainColour || !state.clip) return null;
  const [left, bottom, right, top] = common(state.clip, area);
  return left < right && bottom < top ? [left, bottom, right, top] : null;
}

/** Whether any of a line is inside the clip box. */
export function isPainted({ from, to }: Pick<Rule, 'from' | 'to'>, clip: Area | null): boolean {
  if (!clip) return true;
  const [left, bottom, right, top] = common(clip, around([from, to]));
  return left <= right && bottom <= top;
}

function common(a: Area, b: Area): Area {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
