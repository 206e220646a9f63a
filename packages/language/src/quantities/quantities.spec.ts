import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import type { NumberStyle } from './numbers.js';
import { findQuantities } from './quantities.js';

/** A quantity as `kind text = min..max unit (min..max si)`. */
function shown(text: string, style: NumberStyle = 'point'): string[] {
  return findQuantities(text, style).map((one) => {
    expect(text.slice(one.start, one.end)).toBe(one.text);
    const short = (value: number | null) => (value === null ? '?' : String(Number(value.toPrecision(4))));
    const range = ({ min, max }: { min: number | null; max: number | null }) =>
      min === max ? short(min) : `${short(min)}..${short(max)}`;
    const si = one.si ? ` (${range(one.si)} ${one.si.unit})` : '';
    return `${one.kind} ${one.text} = ${range(one)} ${one.unit}${si}`;
  });
}

describe('findQuantities', () => {
  it.each([
    // Torques, in all their spellings.
    ['Tighten to 27 N·m.', 'torque 27 N·m = ? N·m'],
    ['Tighten to 27 N.m (20 lbf.ft).', 'torque 27 N.m = ? N.m', 'torque 20 lbf.ft = ? lbf.ft'],
    [
      '190 to 210 Nm (140 to 155 lbf.ft)',
      'torque 190 to 210 Nm = 190..210 Nm (190..210 N·m)',
      'torque 140 to 155 lbf.ft = 140..155 lbf.ft (189.8..210.2 N·m)',
    ],
    ['torque of 12-15 in-lb', 'torque 12-15 in-lb = 12..15 in-lb (1.356..1.695 N·m)'],
    ['40 FT-LB', 'torque 40 FT-LB = ? FT-LB'],
    ['between 45 and 55 lbf·in', 'torque 45 and 55 lbf·in = 45..55 lbf·in (5.084..6.214 N·m)'],
    ['Torque: 3.5 daNm', 'torque 3.5 daNm = ? daNm'],
    ['TORQUE TO 120 NM', 'torque 120 NM = ? NM'],
    ['3 m.daN', 'torque 3 m.daN = ? m.daN'],
    ['25 foot-pounds', 'torque 25 foot-pounds = ? foot-pounds'],
    ['27 Nm ± 10 %', 'torque 27 Nm ± 10 % = 24.3..29.7 Nm (24.3..29.7 N·m)'],
    // Pressures.
    ['3000 ± 50 psi', 'pressure 3000 ± 50 psi = 2950..3050 psi (20340000..21030000 Pa)'],
    ['3000 psi ± 50 psi', 'pressure 3000 psi ± 50 psi = 2950..3050 psi (20340000..21030000 Pa)'],
    ['1,250 psig', 'pressure 1,250 psig = ? psig'],
    ['1013.25 hPa', 'pressure 1013.25 hPa = ? hPa'],
    ['29.92 in. Hg', 'pressure 29.92 in. Hg = ? in. Hg'],
    ['206 +5/-3 bar', 'pressure 206 +5/-3 bar = 203..211 bar (20300000..21100000 Pa)'],
    ['20.7 MPA', 'pressure 20.7 MPA = ? MPA'],
    ['Set it to 3 250 kPa', 'pressure 3 250 kPa = ? kPa'],
    // Lengths.
    ['0.005 in. (0.127 mm)', 'length 0.005 in. = ? in.', 'length 0.127 mm = ? mm'],
    ['5-7 mm', 'length 5-7 mm = 5..7 mm (0.005..0.007 m)'],
    ['1/4 in', 'length 1/4 in = ? in'],
    ['1 1/2 inch', 'length 1 1/2 inch = ? inch'],
    ['| ¾ in. |', 'length ¾ in. = ? in.'],
    ['12 in (305 mm)', 'length 12 in = ? in', 'length 305 mm = ? mm'],
    ['.032 inch', 'length .032 inch = ? inch'],
    ['0.1 mm/0.004 in', 'length 0.1 mm = ? mm', 'length 0.004 in = ? in'],
    ['12.5 +0.2/-0.1 mm', 'length 12.5 +0.2/-0.1 mm = 12.4..12.7 mm (0.0124..0.0127 m)'],
    ['Bore: Ø8 mm', 'length 8 mm = ? mm'],
    ['Ra 0.8 µm', 'length 0.8 µm = ? µm'],
    ['clearance ±0.2 mm', 'length ±0.2 mm = -0.2..0.2 mm (-0.0002..0.0002 m)'],
    ['from 0.5 mm to 0.7 mm', 'length 0.5 mm to 0.7 mm = 0.5..0.7 mm (0.0005..0.0007 m)'],
    ['10 x 20 mm', 'length 10 x 20 mm = ? mm'],
    ['35,000 ft', 'length 35,000 ft = ? ft'],
    // The rest.
    ['-40 to 70 °C', 'temperature -40 to 70 °C = -40..70 °C (-40..70 °C)'],
    ['250 °F (121 °C)', 'temperature 250 °F = ? °F', 'temperature 121 °C = ? °C'],
    ['20 deg. C', 'temperature 20 deg. C = ? deg. C'],
    ['turn it by 90°', 'angle 90° = ? °'],
    ['28 VDC', 'voltage 28 VDC = ? VDC'],
    ['115 V AC, 400 Hz', 'voltage 115 V AC = ? V AC', 'frequency 400 Hz = ? Hz'],
    ['a 28-volt bus', 'voltage 28-volt = ? volt'],
    ['| 10 A |', 'current 10 A = ? A'],
    ['a 5 A fuse', 'current 5 A = ? A'],
    ['not more than 2.5 mΩ', 'resistance 2.5 mΩ = ?..2.5 mΩ (?..0.0025 Ω)'],
    ['0.8 g/cm³', 'density 0.8 g/cm³ = ? g/cm³'],
    ['120 kt', 'speed 120 kt = ? kt'],
    ['2400 rpm', 'rotational_speed 2400 rpm = ? rpm'],
    ['30 s to 60 s', 'time 30 s to 60 s = 30..60 s (30..60 s)'],
    ['every 600 FH or 24 months', 'time 600 FH = ? FH', 'time 24 months = ? months'],
    ['20,000 flight cycles', 'cycles 20,000 flight cycles = ? flight cycles'],
    ['12 L/min', 'flow 12 L/min = ? L/min'],
    ['5 US gal/min', 'flow 5 US gal/min = ? US gal/min'],
    ['2.3 kg (5 lb)', 'mass 2.3 kg = ? kg', 'mass 5 lb = ? lb'],
    ['Apply a force of 50 lb', 'force 50 lb = ? lb'],
    ['not more than 37 300 h', 'time 37 300 h = ?..37300 h (?..134300000 s)'],
    ['60 %', 'ratio 60 % = ? %'],
    // Bounds.
    ['not more than 0.3 mm', 'length 0.3 mm = ?..0.3 mm (?..0.0003 m)'],
    ['It must not be more than 180 N.', 'force 180 N = ?..180 N (?..180 N)'],
    ['must not be less than 5 mm', 'length 5 mm = 5..? mm (0.005..? m)'],
    ['it must not exceed 5 mm', 'length 5 mm = ?..5 mm (?..0.005 m)'],
    ['at least 5 mm', 'length 5 mm = 5..? mm (0.005..? m)'],
    ['do not start it, wait more than 5 s', 'time 5 s = ? s'],
    ['at least 15 minutes', 'time 15 minutes = 15..? minutes (900..? s)'],
    ['minimum 50 bar', 'pressure 50 bar = 50..? bar (5000000..? Pa)'],
    ['0.3 mm max.', 'length 0.3 mm = ?..0.3 mm (?..0.0003 m)'],
    ['must not exceed 80 °C', 'temperature 80 °C = ?..80 °C (?..80 °C)'],
    // What is ambiguous keeps its words and has no normal form.
    ['fill in 3 gallons', 'volume 3 gallons = ? gallons'],
    ['item 4 or bolt 5 200 mm', 'length 5 200 mm = ? mm'],
    ['20-5 mm', 'length 20-5 mm = ? mm'],
    ['increase by 10 °F', 'temperature 10 °F = ? °F'],
    ['a range of 20 NM', 'unknown 20 NM = ? NM'],
    ['12,75 mm', 'length 12,75 mm = ? mm'],
  ])('reads %s', (text, ...expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it.each<[string, NumberStyle, string]>([
    ['max. 12,75 mm', 'comma', 'length 12,75 mm = ?..12.75 mm (?..0.01275 m)'],
    ['max. 1.250 mm', 'comma', 'length 1.250 mm = ?..1250 mm (?..1.25 m)'],
    ['max. 1,250 mm', 'comma', 'length 1,250 mm = ?..1.25 mm (?..0.00125 m)'],
    ['5 à 7 mm', 'comma', 'length 5 à 7 mm = 5..7 mm (0.005..0.007 m)'],
    ['5 bis 7 N·m', 'comma', 'torque 5 bis 7 N·m = 5..7 N·m (5..7 N·m)'],
    ['max. 1,250 mm', null, 'length 1,250 mm = ? mm'],
    ['max. 0,250 mm', null, 'length 0,250 mm = ?..0.25 mm (?..0.00025 m)'],
    ['max. 12,75 mm', null, 'length 12,75 mm = ?..12.75 mm (?..0.01275 m)'],
    ['max. 3\u202f000\u202fpsi', null, 'pressure 3\u202f000\u202fpsi = ?..3000 psi (?..20680000 Pa)'],
  ])('reads %s of a language with decimal %s', (text, style, expected) => {
    expect(shown(text, style)).toEqual([expected]);
  });

  it.each([
    'P/N AT72-4021-3, NAS1149F0363P and MS20392-2C11',
    'Refer to AMM 32-11-00 page 201.',
    'TASK 32-11-00-400-801',
    'Revision 12 of 29 May 2026',
    'Rev. 5 in the list',
    '2026-05-29 at 10:30 h',
    'Do step 3 in the sequence.',
    'Figures 201 and 202 in the IPC',
    'as in item 4 (10 off)',
    'PRE SB 32-1045 in service',
    'MSN 0001-0345',
    'Table 2 A',
    'chapter 32 in',
    'the A320 and B737-800 A check',
    '1. A. Remove the bolt.',
    '2 L/H and 2 R/H wheels, 4 A/C',
    '1/4-28 UNF',
    'in the 1960s and 1990s',
    'of “property.”7 A large society, older than 12.7 A survey',
    'REMOVE BOLTS 1 AND 2 A SECOND TIME',
    'There are 3 in each wheel and 4 in the hub.',
    'FL350, M8x1.25, IP67, RS-232',
    'AD 2024-03-07 s',
    '007 A',
    '4 bolts and 2 sheets',
    'fault code 300 V',
  ])('finds none in %s', (text) => {
    expect(shown(text)).toEqual([]);
  });

  it.each([
    ['', '1 '],
    ['', '1,'],
    ['', '1-'],
    ['', '190 to 210 Nm ± 3 '],
    ['5 '.repeat(10), 'lb.in.'],
  ])('takes time in proportion to the text: %j, %j', async (start, part) => {
    await expectLinear((text) => findQuantities(`${start}${text}`, 'point'), repeated(part), 12_500);
  });
});
