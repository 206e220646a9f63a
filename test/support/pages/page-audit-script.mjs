/**
 * Runs inside a page of a browser: page-audit.ts sends the text of this file there. Not a module of the tests.
 */
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** Any CSS color as red, green, blue and alpha. */
function rgba(color) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}

/** WCAG 2.2, relative luminance. */
function luminance(color) {
  const [red, green, blue] = color
    .slice(0, 3)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function backgroundOf(element) {
  // Where nothing is painted, browsers show white.
  if (!element) return rgba('white');
  const color = rgba(getComputedStyle(element).backgroundColor);
  return color[3] === 255 ? color : backgroundOf(element.parentElement);
}

const nameOf = (element) => element.textContent.trim() || element.id;

function problemsOf(element) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const problems = [];
  const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (hasText || element.matches('input')) {
    const ratio = contrast(rgba(style.color), backgroundOf(element));
    if (ratio < 4.5) problems.push(`text with a contrast of ${ratio.toFixed(2)}`);
    if (parseFloat(style.fontSize) < 13.9) problems.push(`text of ${style.fontSize}`);
  }
  if (element.matches('input')) {
    const ratio = contrast(rgba(style.borderTopColor), backgroundOf(element.parentElement));
    if (ratio < 3) problems.push(`border with a contrast of ${ratio.toFixed(2)}`);
    if (element.labels.length !== 1) problems.push('not one label');
  }
  if (element.matches('input, button') && box.height < 40) problems.push(`only ${box.height} px high`);
  if (box.right > window.innerWidth + 0.5 || box.left < -0.5) problems.push('reaches out of the window');
  return problems.map((problem) => `<${element.localName}> ${nameOf(element).slice(0, 40)}: ${problem}`);
}

/** What is wrong with the looks of the page, each in words. */
function auditPage() {
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
  const problems = shown.filter((element) => !element.closest('svg, .unseen')).flatMap(problemsOf);
  if (document.querySelectorAll('h1').length !== 1) problems.push('not one h1');
  if (document.querySelectorAll('main').length !== 1) problems.push('not one main');
  if (document.documentElement.scrollWidth > window.innerWidth) problems.push('scrolls sideways');
  if (document.title === '' || document.documentElement.lang !== 'en') problems.push('no title or no language');
  return problems;
}

/** Names of all focusable elements, in page order; moves the focus before the first of them. */
function listControls() {
  document.body.tabIndex = -1;
  document.body.focus();
  return [...document.querySelectorAll('a[href], button, input')]
    .filter((element) => element.checkVisibility())
    .map(nameOf);
}

/** What has the focus, and how wide the line is that shows it, in px. */
function describeFocus() {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { name: nameOf(element), outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
}
