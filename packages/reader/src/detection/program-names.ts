import { visible } from '@amks/language/text/visible.js';

/** Extensions of files that operating systems run, install or follow, without the dot. */
export const PROGRAM_EXTENSIONS = [
  'exe|com|scr|pif|cpl|dll|sys|drv|ocx|bat|cmd|btm|ps1|ps1xml|psm1|psd1|psc1|cdxml|vb|vbs|vbe|js|jse|mjs|ws|wsf|wsh|wsc|sct',
  'hta|hlp|chm|lnk|url|website|scf|library-ms|search-ms|searchconnector-ms|settingcontent-ms|reg|inf|ins|isp|job|msc|gadget',
  'msi|msp|mst|msix|msixbundle|appx|appxbundle|appinstaller|application|appref-ms|diagcab|theme|themepack|rdp|xll|xlam|ppam',
  'docm|dotm|xlsm|xltm|pptm|potm|ppsm|iqy|slk|jar|jnlp|class|apk|sh|bash|csh|ksh|zsh|command|app|desktop|workflow|scpt|dmg|pkg',
  'deb|rpm|run|appimage|py|pyc|pyw|pl|rb|php|iso|img|vhd|vhdx|one',
].flatMap((some) => some.split('|'));

const PROGRAM_NAME = new RegExp(`\\.(?:${PROGRAM_EXTENSIONS.join('|')})$`, 'i');

/** Whether operating systems run a file of this name. Windows ignores trailing dots and spaces, and text after a colon. */
export function isProgramName(name: string): boolean {
  const shown = visible(name.split(':')[0]!);
  let end = shown.length;
  while (end > 0 && /[.\s]/.test(shown[end - 1]!)) end -= 1;
  return PROGRAM_NAME.test(shown.slice(0, end));
}
