import { gzipSync } from 'node:zlib';
import { decodeText, detect, detectFormat, DETECTION_BYTES, refusalMessage } from './format-detection.js';

describe('detect', () => {
  it.each([
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n'],
    ['a PDF after some lines of mail', `${'x'.repeat(1_000)}\n%PDF-1.4\n`],
  ])('%s', (_what, head) => {
    expect(detectFormat(Buffer.from(head, 'latin1'))).toBe('application/pdf');
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
  ])('plain text: %s', (_what, head) => {
    expect(detectFormat(head)).toBe('text/plain');
  });

  it.each([
    ['a ZIP or DOCX', Buffer.from('PK\x03\x04rest'), 'ZIP, Word or Excel'],
    ['a program', Buffer.from('\x7fELF\x02\x01'), 'program'],
    ['a picture with a PDF in it', Buffer.from('GIF89a%PDF-1.7'), 'image'],
    ['HTML', Buffer.from('\ufeff <!-- hello --><!DOCTYPE html><p>'), 'HTML'],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>'), 'XML'],
    ['XML in UTF-16', Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'), 'XML'],
    ['SVG', Buffer.from('<svg onload="x()">'), 'XML'],
    ['a script', Buffer.from('#!/bin/sh\nrm'), 'script'],
    ['RTF', Buffer.from('{\\rtf1 text}'), 'RTF'],
    ['something compressed', gzipSync('text'), 'compressed'],
    ['bytes with NUL', Buffer.from('text\0text'), null],
    ['UTF-16 without a mark', Buffer.from('text', 'utf16le'), null],
    ['control characters', Buffer.from('a\x01b'), null],
  ])('refuses %s', (_what, head, name) => {
    const detection = detect(head);
    expect(detection).toEqual({ format: null, name, reason: 'unsupported' });
    expect(refusalMessage(detection)).toContain('Supported are PDF and plain text');
  });

  it('tells an empty file from others', () => {
    expect(detect(Buffer.alloc(0))).toEqual({ format: null, name: null, reason: 'empty' });
    expect(refusalMessage(detect(Buffer.alloc(0)))).toBe('The file is empty.');
  });
});

describe('decodeText', () => {
  it('decodes windows-1252, euro and curly quotes included', () => {
    expect(decodeText(Buffer.from([0x80, 0x93, 0x41, 0x94, 0x96, 0xe9]), true)).toBe('€“A”–é');
  });

  it('refuses a broken UTF-16 file and a cut UTF-8 file only at its real end', () => {
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x00, 0xd8]), true)).toBeNull();
    const cut = Buffer.from('é').subarray(0, 1);
    expect(decodeText(cut, false)).toBe('');
  });
});
