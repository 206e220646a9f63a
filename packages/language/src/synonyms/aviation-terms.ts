/** Names of the same thing. Each finds the others. */
export const SAME_THINGS = `
cotter pin, split pin; lockwire, safety wire, locking wire, lock wire; O-ring, packing, preformed packing, toroidal seal
hydraulic fluid, Skydrol, phosphate ester fluid; kerosene, jet fuel, turbine fuel; part number, part no; serial number, serial no
airplane, aircraft; landing gear, undercarriage; nose gear, nose landing gear; main gear, main landing gear; airscrew, propeller
propeller, prop; service bulletin, bulletin; weather radar, wx radar; parts catalog, parts catalogue; accumulator, accu; throttle, power lever
gravity extension, free fall extension; shock strut, oleo strut, oleo, shock absorber; drag brace, drag strut; torque link, scissor link, scissors; squat switch, air ground switch
proximity sensor, proximity switch; wheel well, wheel bay; anti-skid, antiskid; anti-ice, antiice, anti-icing; de-ice, deice, de-icing, deicing
shut-off, shutoff; shut down, shutdown; stand-by, standby; takeoff, take-off, take off; auto-pilot, autopilot; auto-throttle, autothrottle; built-in, builtin
non-return valve, check valve, one way valve; relief valve, pressure relief valve; selector valve, control valve assembly; bypass, by-pass
jack screw, jackscrew, ball screw actuator; push rod, pushrod, push pull rod; turn buckle, turnbuckle; bell crank, bellcrank; fair lead, fairlead
windshield, windscreen; cockpit, flight deck, flight compartment; lavatory, toilet; cargo hold, cargo compartment, baggage compartment
stabilizer, tailplane; fin, vertical stabilizer; control wheel, control yoke; control column, control stick
cowl, cowling; fan cowl, fan cowling; nacelle, engine pod; thrust reverser, reverser; spinner, propeller dome; exhaust nozzle, tail pipe, tailpipe
spark plug, igniter plug, igniter; gear box, gearbox; borescope, boroscope; magnetic plug, chip detector, magnetic chip detector
fire bottle, fire extinguisher bottle, fire extinguishing bottle; squib, fire cartridge, discharge cartridge; smoke detector, smoke sensor
wiring harness, wire harness, wire bundle, wire loom; connector plug, electrical connector; bonding strap, bonding jumper
earth wire, ground wire; flashlight, torch; anti-collision light, beacon light; battery charger, charger unit
standby, stand-by; fuel gage, fuel quantity indicator; boost pump, booster pump; fuel bowser, fuel truck; dipstick, dripstick, magnetic stick
pitot tube, pitot probe, pitot head; static port, static vent; altimeter, altitude indicator; artificial horizon, attitude indicator
directional gyro, heading indicator; transponder, ATC transponder; flight recorder, flight data recorder, black box; cockpit voice recorder, voice recorder
oxygen cylinder, oxygen bottle; oxygen generator, chemical oxygen generator; bleed air, engine bleed; pack, air conditioning pack
heat exchanger, cooler; outflow valve, out-flow valve; potable water, drinking water; life vest, life jacket; life raft, liferaft; escape slide, evacuation slide
safety belt, seat belt; nut plate, nutplate, anchor nut; self-locking nut, selflocking nut, lock nut, locknut; lock washer, spring washer
shim, spacer; bushing, bush; grease fitting, grease nipple, lubrication fitting, zerk; clevis pin, shear pin; pip pin, quick release pin, ball lock pin
screw driver, screwdriver; wrench, spanner; torque wrench, torque spanner; jack pad, jacking point, jacking pad
sealant, sealing compound; anti-seize compound, antiseize compound; primer, priming paint; adhesive, bonding agent; solvent, cleaning agent
leak, leakage; crack, cracking; inoperative, inop, unserviceable; preload, pre-load; chafing, chafe, rubbing
free play, freeplay, backlash; rigging, rig; operational test, operational check; functional test, functional check; trouble shooting, troubleshooting, fault isolation
fault code, failure code, error code; minimum equipment list, MEL; serviceable limit, permitted limit, allowable limit; bird strike, birdstrike
hard landing, heavy landing; overweight landing, over-weight landing; over-temperature, overtemperature, overtemp
over-speed, overspeed; tail strike, tailstrike; fuel tank, fuel cell; drain mast, drain tube; access panel, access door, access cover; ground lock pin, gear pin, downlock pin
up-lock, uplock; down-lock, downlock; towbar, tow bar; chock, wheel chock; deflate, release nitrogen; nitrogen, dry nitrogen
revolutions per minute, rpm; newton meter, Nm; inch pound, lb-in; foot pound, lb-ft
pounds per square inch, psi; US gallon, gallon; cubic centimeter, cc; square inch, sq in
`;

/** Words for similar work. Each finds the others at a lower rank. */
export const SIMILAR_WORDS = `
inspect, check, examine, inspection; torque, tighten; lift, jack; fail, failure, malfunction, fault; remove, removal, disassemble; install, installation, refit
replace, replacement, renew; adjust, adjustment; clean, wash; lubricate, grease; drain, empty; fill, replenish, top up
reduce, decrease; increase, raise; weight, mass; hoist, crane; noise, hum; repeat, repetitive; shown, indicated, displayed; begin, start
percent, pct; lube, lubricant, grease; dent, ding; sling, lifting gear; swap, replace, exchange; gas, nitrogen; second, sec
defuel, drain fuel; refuel, fuel loading; corrosion, rust; damage, defect; vibration, shaking; smoke, fumes
overheat, overheating; depressurize, release pressure
energize, power up; deenergize, de-energize, power down; disconnect, detach; connect, attach; seal, gasket; hose, flexible line
warning light, caution light; stuck, jammed, seized; loose, slack; procedure, instruction; stow, retract; deploy, extend
`;

/** The left side also finds the right side, but not vice versa. */
export const BROADER_TERMS = `
MLG, NLG => landing gear; main landing gear, nose landing gear => landing gear; oleo => shock strut; engine driven pump => hydraulic pump; EDP => hydraulic pump
ram air turbine => emergency power; elevator, aileron, rudder => flight control surface; slat, flap => high lift; Skydrol => hydraulic fluid
ADIRU, ADIRS => air data; FADEC, EEC => engine control; IDG, CSD => generator; HPSOV, PRSOV, PRSV => bleed valve; BSCU => brake; LGCIU, PSEU => landing gear
alert service bulletin => service bulletin; ASB => service bulletin; MMEL => minimum equipment list
borescope inspection => borescope; eddy current inspection => nondestructive testing; fluorescent penetrant inspection => nondestructive testing; tire burst => tire damage
lightning strike => lightning; flat tire => tire pressure; gear up => gear retraction; gear down => gear extension; brake fade => brake overheat; hot start => start overheat; hung start => start fault
`;

/** Chapters of ATA 100 / iSpec 2200. Commas separate several names. */
export const ATA_CHAPTERS: Readonly<Record<number, string>> = {
  5: 'time limits, maintenance checks',
  6: 'dimensions and areas',
  7: 'lifting and shoring, jacking',
  8: 'leveling and weighing',
  9: 'towing and taxiing',
  10: 'parking and mooring',
  11: 'placards and markings',
  12: 'servicing',
  18: 'vibration and noise analysis',
  20: 'standard practices',
  21: 'air conditioning, pressurization',
  22: 'auto flight, autopilot',
  23: 'communications',
  24: 'electrical power',
  25: 'equipment and furnishings, cabin equipment',
  26: 'fire protection',
  27: 'flight controls',
  28: 'fuel',
  29: 'hydraulic power',
  30: 'ice and rain protection',
  31: 'indicating and recording systems, instruments',
  32: 'landing gear',
  33: 'lights',
  34: 'navigation',
  35: 'oxygen',
  36: 'pneumatic',
  37: 'vacuum',
  38: 'water and waste',
  39: 'electrical panels',
  41: 'water ballast',
  42: 'integrated modular avionics',
  44: 'cabin systems',
  45: 'central maintenance system, onboard maintenance system',
  46: 'information systems',
  47: 'inert gas system',
  49: 'auxiliary power unit',
  50: 'cargo compartments',
  51: 'standard practices structures',
  52: 'doors',
  53: 'fuselage',
  54: 'nacelles and pylons',
  55: 'stabilizers',
  56: 'windows',
  57: 'wings',
  60: 'standard practices propeller',
  61: 'propellers',
  62: 'main rotor',
  63: 'main rotor drive',
  64: 'tail rotor',
  65: 'tail rotor drive',
  67: 'rotor flight control',
  70: 'standard practices engine',
  71: 'power plant',
  72: 'engine, turbine engine',
  73: 'engine fuel and control',
  74: 'ignition',
  75: 'engine air, bleed air',
  76: 'engine controls',
  77: 'engine indicating',
  78: 'exhaust, thrust reverser',
  79: 'engine oil',
  80: 'starting',
  81: 'turbocharging',
  82: 'water injection',
  83: 'accessory gearboxes',
  85: 'reciprocating engine',
};
