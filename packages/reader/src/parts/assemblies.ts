/** Alternatives of one item that a part names as its assembly. */
const MAX_ALTERNATIVES = 20;

interface Level {
  indenture: number;
  item: string | null;
  positions: number[];
}

/** Finds the next higher assembly of each row of a figure: the last row above with a smaller indenture, with the alternatives of its item. */
export class Assemblies {
  private levels: Level[] = [];

  reset(): void {
    this.levels = [];
  }

  /** @returns the positions of the next higher assembly; empty for the assembly of the figure */
  enter(position: number, item: string | null, indenture: number | null): number[] {
    if (indenture === null) return [];
    const before = this.levels.find((level) => level.indenture === indenture);
    this.levels = this.levels.filter((level) => level.indenture < indenture);
    const above = this.levels.at(-1)?.positions ?? [];
    const isAlternative = before !== undefined && item !== null && before.item === item;
    const positions = [...(isAlternative ? before.positions : []), position].slice(0, MAX_ALTERNATIVES);
    this.levels.push({ indenture, item, positions });
    return above;
  }
}
