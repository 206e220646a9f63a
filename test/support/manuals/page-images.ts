import sharp from 'sharp';
import type { Json } from '../api/api-client.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';

/** The image of a page as it came. */
export interface FetchedImage {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** A rectangle in the units of what it lies on. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Asks for an image as a browser's frontend does. */
export async function fetchImage(
  world: TestWorld,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<FetchedImage> {
  const response = await fetch(`${world.service.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Brightness below which a pixel is ink. */
const INK = 140;

/** The ink of a decoded image. */
export class InkMap {
  private constructor(
    readonly width: number,
    readonly height: number,
    private readonly grey: Buffer,
    private readonly rgb: Buffer,
  ) {}

  static async of(bytes: Buffer): Promise<InkMap> {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const grey = Buffer.alloc(info.width * info.height);
    for (let i = 0; i < grey.length; i += 1)
      grey[i] = (data[3 * i]! * 77 + data[3 * i + 1]! * 150 + data[3 * i + 2]! * 29) >> 8;
    return new InkMap(info.width, info.height, grey, data);
  }

  /** Share of the pixels of an area that are ink; the area is in points of a page so wide. */
  share(area: Area, pageWidth: number): number {
    const { pixels, ink } = this.count(area, pageWidth);
    return pixels === 0 ? 0 : ink / pixels;
  }

  /** Share of all ink that lies in one of the areas. */
  covered(areas: readonly Area[], pageWidth: number): number {
    const scale = this.width / pageWidth;
    let [inside, all] = [0, 0];
    this.grey.forEach((value, i) => {
      if (value >= INK) return;
      const [x, y] = [(i % this.width) / scale, Math.floor(i / this.width) / scale];
      all += 1;
      // A point of mercy: letters swing out of their boxes.
      if (areas.some((a) => x >= a.x - 1 && x <= a.x + a.width + 1 && y >= a.y - 1 && y <= a.y + a.height + 1))
        inside += 1;
    });
    return all === 0 ? 0 : inside / all;
  }

  /** The color at a point of the page. */
  colourAt(x: number, y: number, pageWidth: number): [red: number, green: number, blue: number] {
    const scale = this.width / pageWidth;
    const at = 3 * (Math.round(y * scale) * this.width + Math.round(x * scale));
    return [this.rgb[at]!, this.rgb[at + 1]!, this.rgb[at + 2]!];
  }

  private count({ x, y, width, height }: Area, pageWidth: number): { pixels: number; ink: number } {
    const scale = this.width / pageWidth;
    let [pixels, ink] = [0, 0];
    for (let row = Math.floor(y * scale); row < (y + height) * scale; row += 1)
      for (let column = Math.floor(x * scale); column < (x + width) * scale; column += 1) {
        pixels += 1;
        if ((this.grey[row * this.width + column] ?? 255) < INK) ink += 1;
      }
    return { pixels, ink };
  }
}

/** All rectangles of the blocks of a page, as the API gives them. */
export function blockAreas(page: Json): Area[] {
  return (page.blocks as { rectangles: Area[] }[]).flatMap(({ rectangles }) => rectangles);
}
