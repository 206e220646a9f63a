/** Small files of several formats, two of which are read, and some that are not what they say. */
export const FILES: readonly Buffer[] = [
  Buffer.from('# 32-41-00 WHEELS\n\n1. Torque the axle nut to 270 N·m.\n'),
  Buffer.from('<html><body><h1>Brakes</h1><p>Wear limit 3.2 mm.</p></body></html>'),
  Buffer.from('%PDF-1.7\n%broken\n1 0 obj\n<<>>\nendobj\ntrailer\n<</Root 1 0 R>>\n'),
  Buffer.from('PK\u0003\u0004 not an archive'),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  Buffer.alloc(0),
  Buffer.alloc(2048, 0xff),
];
