import { gzipSync } from 'node:zlib';
import { decodeText } from '../text/decode-text.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { detect, DETECTION_BYTES } from './format-detection.js';

/** What `detect` says: a format, a container, or the reason and kind it refuses by. */
function kindOf(head: Uint8Array | string): string {
  try {
    const detection = detect(typeof head === 'string' ? Buffer.from(head, 'latin1') : head);
    return 'format' in detection ? detection.format : detection.container;
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    return [error.reason, error.details.kind].filter(Boolean).join(': ');
  }
}

const MARKDOWN = '# Wheels\n\nSee [the brakes](brakes.md).\n\n## Removal\n\n- Jack the aircraft\n';

describe('detect', () => {
  it.each([
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
    ['a PDF after some lines of mail', `${'x'.repeat(1_000)}\n%PDF-1.4\n`, 'application/pdf'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['a TIFF', 'II*\0\x08\0\0\0', 'image/tiff'],
    ['a big-endian TIFF', 'MM\0*\0\0\0\x08', 'image/tiff'],
    ['a picture with a PDF in it', '\xff\xd8\xff%PDF-1.7', 'image/jpeg'],
    ['a ZIP archive', 'PK\x03\x04rest', 'zip'],
    ['a compound file', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'ole'],
  ])('%s', (_what, head, expected) => {
    expect(kindOf(head)).toBe(expected);
  });

  it.each([
    ['UTF-8', Buffer.from('Torque 118 to 126 N·m\r\n\f')],
    ['UTF-8 with a mark', Buffer.from('\ufeffText')],
    ['UTF-16', Buffer.from('\ufeffHöhe', 'utf16le')],
    ['windows-1252', Buffer.from([0x93, 0x41, 0x94, 0x20, 0x96, 0xb0])],
    [
      'a file cut inside a character',
      Buffer.from('é'.repeat(DETECTION_BYTES))
        .subarray(1, DETECTION_BYTES + 1)
        .fill('a', 0, 1),
    ],
    ['text with a tag in it', Buffer.from('Use <b> for bold & < for less.')],
    ['text that begins with a tag of no language', Buffer.from('<32-41-00> Wheels')],
    ['a name that begins as programs do', Buffer.from('MZ-205 trainer\n\nDaily inspection')],
    ['a manual with a number sign', Buffer.from('# 1 ENGINE\n\nRemove the cowl.\n\n# 2 ENGINE\n\nAs above.\n')],
    ['a manual with a starred label', Buffer.from('**CAUTION**\n\nHOT.\n\n**CAUTION**\n\n- Wait\n- Wait on\n')],
    ['a shell listing', Buffer.from('# set the tool up\nset port 1\n# read it\nread all\n')],
    ['a table drawn with dashes', Buffer.from('ITEM     TORQUE\n-------- ------\nBolt     120 Nm\n')],
  ])('plain text: %s', (_what, head) => {
    expect(kindOf(head)).toBe('text/plain');
  });

  it.each([
    ['headings and a link', MARKDOWN],
    ['Windows line ends', `\ufeff${MARKDOWN.replaceAll('\n', '\r\n')}`],
    ['a table and fences', '|Item|Nm|\n|:---|---:|\n|Bolt|120|\n\n```sh\nread\n```\n'],
    ['a title and steps', '# Wheel\n\n1. Jack the aircraft.\n2. Torque to 40 Nm.\n'],
    ['front matter and bold words', '---\ntitle: Wheels\n---\n\nUse **two** jacks and **one** stand.\n'],
  ])('Markdown: %s', (_what, text) => {
    expect(kindOf(Buffer.from(text))).toBe('text/markdown');
  });

  it.each([
    ['with a comment first', '\ufeff <!-- hello --><!DOCTYPE html><p>'],
    ['without a document type', '<html lang="en"><body>'],
    ['XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">\n<html xmlns="x">'],
    ['that begins with a heading', '<h1>Wheels</h1>'],
    ['in capitals', '<HTML><HEAD>'],
    ['in UTF-16', Buffer.from('\ufeff<!doctype html>', 'utf16le')],
  ])('HTML %s', (_what, head) => {
    expect(kindOf(typeof head === 'string' ? Buffer.from(head) : head)).toBe('text/html');
  });

  it.each([
    ['a data module', '<?xml version="1.0" encoding="UTF-8"?><dmodule xmlns:xsi="x">'],
    ['a publication module', '<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?><!-- > --><pm>'],
    [
      'one with an internal subset',
      '<?xml version="1.0"?><!DOCTYPE dmodule [ <!ENTITY a "]>"> <!-- ]> --> <!NOTATION cgm SYSTEM "cgm"> ]><dmodule>',
    ],
    ['one whose subset is longer than what is seen', `<!DOCTYPE dmodule [ ${'<!ENTITY a "b">'.repeat(5_000)}`],
    ['one in an encoding that only it names', '<?xml version="1.0" encoding="Shift_JIS"?><dmodule>\x81\x40\x8f'],
    ['one in UTF-16', Buffer.from('\ufeff<?xml version="1.0"?><dmodule/>', 'utf16le')],
  ])('S1000D: %s', (_what, head) => {
    const bytes = typeof head === 'string' ? Buffer.from(head, 'latin1') : head;
    expect(kindOf(bytes.subarray(0, DETECTION_BYTES))).toBe('application/xml');
  });

  it.each([
    ['an empty archive', 'PK\x05\x06', 'empty ZIP archive'],
    ['a program', '\x7fELF\x02\x01', 'program'],
    ['a Windows program', 'MZ\x90\0\x03\0\0\0', 'program'],
    ['a picture of another kind', 'GIF89a%PDF-1.7', 'image that is no PNG, JPEG or TIFF'],
    ['XML', '<?xml version="1.0"?><a/>', 'XML that is no S1000D data module'],
    ['XML in UTF-16', Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'), 'XML that is no S1000D data module'],
    ['a document type of another', '<!DOCTYPE book><book>', 'XML that is no S1000D data module'],
    ['SVG', '<svg onload="x()">', 'SVG'],
    ['SVG as XML', '<?xml version="1.0"?><!DOCTYPE svg><svg>', 'SVG'],
    ['a script', '#!/bin/sh\nrm', 'script'],
    ['a batch file', '@echo off\r\ndel *.*', 'script'],
    ['a script with a PDF in it', '#!/bin/sh\n%PDF-1.7\n', 'script'],
    ['a batch file with a PDF in it', '\xef\xbb\xbf@echo off\r\n%PDF-1.7\n', 'script'],
    ['PHP', '<?php system("x");', 'script'],
    ['a web archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related', 'web archive or e-mail'],
    ['RTF', '{\\rtf1 text}', 'RTF'],
    ['something compressed', gzipSync('text'), 'compressed'],
    ['bytes with NUL', 'text\0text', undefined],
    ['UTF-16 without a mark', Buffer.from('text', 'utf16le'), undefined],
    ['control characters', 'a\x01b', undefined],
  ])('refuses %s', (_what, head, kind) => {
    expect(kindOf(head)).toBe(['file_type', kind].filter(Boolean).join(': '));
  });

  it('names the kind that is not supported', () => {
    expect(() => detect(Buffer.from('{\\rtf1'))).toThrow('Files of this kind (RTF) are not supported.');
  });

  it('tells an empty file from others', () => {
    expect(kindOf(Buffer.alloc(0))).toBe('empty');
  });

  it.each([
    ['alone', (eicar: string) => eicar],
    ['behind other text', (eicar: string) => `${'x'.repeat(1_000)}${eicar}`],
    ['in a PDF', (eicar: string) => `%PDF-1.7\n${eicar}`],
  ])('refuses the test string of virus scanners %s', (_where, put) => {
    // In two parts, or a scanner would take this file for it.
    const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    expect(kindOf(put(eicar))).toBe('malware');
  });
});

describe('decodeText', () => {
  it('decodes windows-1252, euro and curly quotes included', () => {
    expect(decodeText(Buffer.from([0x80, 0x93, 0x41, 0x94, 0x96, 0xe9]), true)).toEqual({
      text: '€“A”–é',
      isGuess: true,
    });
    expect(decodeText(Buffer.from('é'), true)).toEqual({ text: 'é', isGuess: false });
  });

  it('refuses a broken UTF-16 file and a cut UTF-8 file only at its real end', () => {
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x00, 0xd8]), true)).toBeNull();
    const cut = Buffer.from('é').subarray(0, 1);
    expect(decodeText(cut, false)?.text).toBe('');
  });
});
