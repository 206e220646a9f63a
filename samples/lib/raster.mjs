// What a scanner makes of a printed page: grey pixels, turned a little, with specks. And the files that hold them. The
// files are written here, byte by byte: image libraries differ between versions and machines.
import { zlibSync } from 'fflate';

export const DPI = 200;
const DEGREES = 0.5;
/** One pixel in so many has a speck, and strays by so many grey values. */
const SPECKS = 700;
const GRAIN = 26;

/** @param page {width, height, data}: a byte a pixel, 255 is paper; @returns the same, as it was scanned */
export function scanned({ width, height, data }) {
  const radians = (DEGREES * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const random = generator(7);
  const out = Buffer.alloc(width * height);
  const at = (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 255 : data[y * width + x]);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [fromX, fromY] = [dx * cos + dy * sin + width / 2, dy * cos - dx * sin + height / 2];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [u, v] = [fromX - left, fromY - top];
      const above = at(left, top) * (1 - u) + at(left + 1, top) * u;
      const below = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
      const speck = random() * SPECKS < 1 ? -160 : 0;
      const value = above * (1 - v) + below * v + speck + (random() - 0.5) * GRAIN;
      out[y * width + x] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  return { width, height, data: out };
}

/** Grey values as `bits` a pixel, rows beginning on bytes; `prefix` zero bytes before each. */
function packed({ width, height, data }, bits, prefix) {
  const row = prefix + Math.ceil((width * bits) / 8);
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = x * bits;
      const level = data[y * width + x] >> (8 - bits);
      out[y * row + prefix + (bit >> 3)] |= level << (8 - bits - (bit & 7));
    }
  }
  return out;
}

/** Four levels of grey (PNG, ISO/IEC 15948). */
export function pngOf(page) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(page.width, 0);
  head.writeUInt32BE(page.height, 4);
  head[8] = 2;
  const size = Buffer.alloc(9);
  size.writeUInt32BE(Math.round(DPI / 0.0254), 0);
  size.writeUInt32BE(Math.round(DPI / 0.0254), 4);
  size[8] = 1;
  const chunks = [chunk('IHDR', head), chunk('pHYs', size), chunk('IDAT', zlibSync(packed(page, 2, 1), { level: 9 }))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** Black and white, as a fax (TIFF 6.0, compression 8). */
export function tiffOf(page) {
  const strip = Buffer.from(zlibSync(packed(page, 1, 0), { level: 9 }));
  const [SHORT, LONG, RATIONAL] = [3, 4, 5];
  const strips = 8;
  const resolution = strips + strip.length + (strip.length % 2);
  const directory = resolution + 8;
  const fields = [
    [256, LONG, page.width],
    [257, LONG, page.height],
    [258, SHORT, 1],
    [259, SHORT, 8],
    [262, SHORT, 1],
    [273, LONG, strips],
    [277, SHORT, 1],
    [278, LONG, page.height],
    [279, LONG, strip.length],
    [282, RATIONAL, resolution],
    [283, RATIONAL, resolution],
    [296, SHORT, 2],
  ];
  const out = Buffer.alloc(directory + 2 + fields.length * 12 + 4);
  out.write('II*\0', 0, 'latin1');
  out.writeUInt32LE(directory, 4);
  strip.copy(out, strips);
  out.writeUInt32LE(DPI, resolution);
  out.writeUInt32LE(1, resolution + 4);
  out.writeUInt16LE(fields.length, directory);
  fields.forEach(([tag, type, value], i) => {
    const field = directory + 2 + i * 12;
    out.writeUInt16LE(tag, field);
    out.writeUInt16LE(type, field + 2);
    out.writeUInt32LE(1, field + 4);
    out.writeUInt32LE(value, field + 8);
  });
  return out;
}

function chunk(name, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(name, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Numbers from 0 to 1, the same in every build. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
