/** By ATA chapter, both ways. Bars separate meanings. `!`: also an ordinary word or part of a code, so only in capitals. */
export const AVIATION_ABBREVIATIONS = `
00 documents and trade
AMM: aircraft maintenance manual; CMM: component maintenance manual; IPC: illustrated parts catalog; IPL: illustrated parts list
SRM: structural repair manual; TSM: troubleshooting manual; FIM: fault isolation manual; WDM: wiring diagram manual
WM: wiring manual; EMM: engine maintenance manual; ESM: engine shop manual; AFM: aircraft flight manual | airplane flight manual
FCOM: flight crew operating manual; QRH: quick reference handbook; MPD: maintenance planning document; MRBR: maintenance review board report
MMEL: master minimum equipment list; MEL: minimum equipment list; CDL: configuration deviation list; !AD: airworthiness directive
!SB: service bulletin; ASB: alert service bulletin; !SIL: service information letter; !SL: service letter; STC: supplemental type certificate
TCDS: type certificate data sheet; CPCP: corrosion prevention and control program; ICA: instructions for continued airworthiness
ETOPS: extended range operations; MSG: maintenance steering group; CMR: certification maintenance requirement; !ALI: airworthiness limitation item
NDT: nondestructive testing | non-destructive testing; NDI: nondestructive inspection; GVI: general visual inspection
DVI: detailed visual inspection; !DET: detailed inspection; SDI: special detailed inspection; FPI: fluorescent penetrant inspection
MPI: magnetic particle inspection; ECI: eddy current inspection; BSI: borescope inspection; !RI: removal and installation; TBO: time between overhauls
MTBF: mean time between failures; TSN: time since new; TSO: time since overhaul; CSN: cycles since new; CSO: cycles since overhaul
LLP: life limited part; LRU: line replaceable unit; SRU: shop replaceable unit; PN: part number; SN: serial number; MSN: manufacturer serial number
GSE: ground support equipment; !FH: flight hours; !FC: flight cycles; AOG: aircraft on ground; ACMS: aircraft condition monitoring system
MRO: maintenance repair and overhaul; OEM: original equipment manufacturer; FOD: foreign object damage; HIRF: high intensity radiated fields
ESDS: electrostatic discharge sensitive; !ESD: electrostatic discharge; RVSM: reduced vertical separation minimum; RII: required inspection item
PMA: parts manufacturer approval; QTY: quantity; ASSY: assembly; INSTL: installation; INOP: inoperative; MAINT: maintenance; MX: maintenance
REF: reference; SERV: serviceable; !US: unserviceable; TEMP: temperature; ELEC: electrical; HYD: hydraulic; PNEU: pneumatic; ENG: engine
FWD: forward; !LH: left hand; !RH: right hand; INBD: inboard; OUTBD: outboard; LWR: lower; UPR: upper; XMTR: transmitter; !IND: indicator
ACFT: aircraft; !FIG: figure; CONFIG: configuration; SYS: system; VLV: valve; !PRESS: pressure; !EXT: external; BATT: battery
05-12 servicing, handling
!MTOW: maximum takeoff weight; MLW: maximum landing weight; MZFW: maximum zero fuel weight; !CG: center of gravity
21 air conditioning
ACM: air cycle machine; TCV: temperature control valve; FCV: flow control valve; CPCS: cabin pressure control system; CPC: cabin pressure controller
OFV: outflow valve; ECS: environmental control system; TCAS: traffic collision avoidance system
22 automatic flight
!AP: autopilot; AFCS: automatic flight control system; AFDS: autopilot flight director system; FCU: flight control unit; MCP: mode control panel
FMA: flight mode annunciator; FMGC: flight management guidance computer; FMC: flight management computer; FMS: flight management system
FCC: flight control computer; !YD: yaw damper; ATHR: autothrust; FAC: flight augmentation computer; FGC: flight guidance computer
CDU: control display unit; MCDU: multipurpose control display unit; !AT: autothrottle; TOGA: takeoff go around
23 communications
VHF: very high frequency; !HF: high frequency; UHF: ultra high frequency; ACARS: aircraft communications addressing and reporting system
SATCOM: satellite communication; CVR: cockpit voice recorder; ELT: emergency locator transmitter; SELCAL: selective calling
PAX: passenger; RMP: radio management panel; ACP: audio control panel; CIDS: cabin intercommunication data system; IFE: in flight entertainment
24 electrical power
!AC: alternating current | aircraft; !DC: direct current; IDG: integrated drive generator; CSD: constant speed drive; GCU: generator control unit
VSCF: variable speed constant frequency; TRU: transformer rectifier unit; BPCU: bus power control unit; GPU: ground power unit
!CB: circuit breaker; BTB: bus tie breaker; !GCB: generator circuit breaker; GLC: generator line contactor; BCL: battery charge limiter
!GEN: generator; !ALT: alternator | altitude; EPU: emergency power unit; RCCB: remote control circuit breaker; SSPC: solid state power controller
ELCU: electrical load control unit; EGPCU: external power control unit; !EMI: electromagnetic interference; EWIS: electrical wiring interconnection system
!VR: voltage regulator; NICD: nickel cadmium
26 fire protection
FDU: fire detection unit; FFE: fire fighting equipment; HRD: high rate discharge; !SDCU: smoke detection control unit
27 flight controls
AOA: angle of attack; RVDT: rotary variable differential transformer; LVDT: linear variable differential transformer; PCU: power control unit
THS: trimmable horizontal stabilizer; PDU: power drive unit; ELAC: elevator aileron computer; !SEC: spoiler elevator computer
SFCC: slat flap control computer; FSEU: flap slat electronics unit; WTB: wing tip brake; PTU: power transfer unit; !SPS: stall protection system
SPC: stall protection computer; !GLA: gust load alleviation; PFCU: power flight control unit; FBW: fly by wire
28 fuel
FQIS: fuel quantity indicating system; FQI: fuel quantity indicator; FQPU: fuel quantity processor unit; FCMC: fuel control monitoring computer
LPSOV: low pressure shutoff valve; NGS: nitrogen generation system; !CWT: center wing tank
29 hydraulic power
EDP: engine driven pump; EMP: electric motor pump; ADP: air driven pump; !RAT: ram air turbine; HSMU: hydraulic system monitoring unit
ACMP: alternating current motor pump; PRV: pressure relief valve | pressure regulating valve; !SOV: shutoff valve; HPM: hydraulic pump module
30 ice and rain protection
WAI: wing anti-ice; EAI: engine anti-ice; NAI: nacelle anti-ice; WHC: window heat computer
31 indicating and recording
EICAS: engine indicating and crew alerting system; ECAM: electronic centralized aircraft monitor; EFIS: electronic flight instrument system
FDR: flight data recorder; DFDR: digital flight data recorder; FDAU: flight data acquisition unit; FWC: flight warning computer
CMC: central maintenance computer; CFDS: centralized fault display system; CFDIU: centralized fault display interface unit; !CAS: crew alerting system
PFD: primary flight display; MFD: multifunction display; !ND: navigation display; EADI: electronic attitude director indicator
EHSI: electronic horizontal situation indicator; DMC: display management computer; !QAR: quick access recorder; !MAT: maintenance access terminal
!BITE: built-in test equipment; !BIT: built-in test; LCD: liquid crystal display; !LED: light emitting diode; CRT: cathode ray tube
SDAC: system data acquisition concentrator; AIMS: airplane information management system
32 landing gear
MLG: main landing gear; NLG: nose landing gear; LDG: landing gear; LGCIU: landing gear control interface unit; PSEU: proximity switch electronic unit
BSCU: brake steering control unit; ABCU: alternate braking control unit; NWS: nose wheel steering; WOW: weight on wheels; !ABS: antiskid brake system
TPIS: tire pressure indicating system; BTMS: brake temperature monitoring system
ACSU: antiskid control unit; !WLG: wing landing gear; !BLG: body landing gear; AGL: above ground level; PROX: proximity
33-34 lights, navigation
NAV: navigation; ADIRU: air data inertial reference unit; ADIRS: air data inertial reference system; IRS: inertial reference system
IRU: inertial reference unit; AHRS: attitude heading reference system; AHRU: attitude heading reference unit; ADC: air data computer
ADM: air data module; GPS: global positioning system; GNSS: global navigation satellite system; ILS: instrument landing system
VOR: VHF omnidirectional range; !DME: distance measuring equipment; ADF: automatic direction finder; !LOC: localizer; !GS: glideslope
EGPWS: enhanced ground proximity warning system; GPWS: ground proximity warning system; TAWS: terrain awareness and warning system
ATC: air traffic control; WXR: weather radar; !RA: radio altimeter | resolution advisory; LRRA: low range radio altimeter; !TAT: total air temperature
!SAT: static air temperature; OAT: outside air temperature; IAS: indicated airspeed; ASI: airspeed indicator; VSI: vertical speed indicator
HSI: horizontal situation indicator; ADI: attitude director indicator; ISIS: integrated standby instrument system; RMI: radio magnetic indicator
35-38 oxygen, pneumatic, water
PBE: protective breathing equipment; PSU: passenger service unit; BMC: bleed monitoring computer; !BAS: bleed air system
PRSOV: pressure regulating and shutoff valve; HPSOV: high pressure shutoff valve; PCE: precooler exchanger; PCV: precooler control valve
PRSV: pressure regulating shutoff valve; LAV: lavatory
49 auxiliary power
APU: auxiliary power unit; !ECB: electronic control box; !IGV: inlet guide vane; SCV: surge control valve; LCV: load control valve
51-57 structures
!BL: buttock line; !WL: water line; !STA: station; CFRP: carbon fiber reinforced plastic; GFRP: glass fiber reinforced plastic
!LE: leading edge; !TE: trailing edge; VSTAB: vertical stabilizer; HSTAB: horizontal stabilizer; FRP: fiber reinforced plastic
61 propellers
!PROP: propeller; !PEC: propeller electronic control; PVM: propeller valve module; !CSU: constant speed unit; NTS: negative torque sensing
70-80 engine
FADEC: full authority digital engine control; EEC: electronic engine control; ECU: engine control unit | electronic control unit
HMU: hydromechanical unit; FMU: fuel metering unit; MFC: main fuel control; EGT: exhaust gas temperature; ITT: interturbine temperature
TGT: turbine gas temperature; !CIT: compressor inlet temperature; EPR: engine pressure ratio; !FF: fuel flow; VSV: variable stator vane
VBV: variable bleed valve; VIGV: variable inlet guide vane; HPC: high pressure compressor; LPC: low pressure compressor; HPT: high pressure turbine
LPT: low pressure turbine; AGB: accessory gearbox; TGB: transfer gearbox; RGB: reduction gearbox; PMG: permanent magnet generator
PLA: power lever angle; TLA: throttle lever angle; !TRA: throttle resolver angle; FOHE: fuel oil heat exchanger; ACOC: air cooled oil cooler
FCOC: fuel cooled oil cooler; MCD: magnetic chip detector; HPTACC: high pressure turbine active clearance control; CHT: cylinder head temperature
!TR: thrust reverser; !REV: reverser; !TIT: turbine inlet temperature; !SCU: signal conditioning unit; IGN: ignition; !SAV: starter air valve
ATS: air turbine starter; !NH: high pressure rotor speed; !NL: low pressure rotor speed
`;
