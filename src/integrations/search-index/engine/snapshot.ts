import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { VectorSpace } from './engine.types.js';
import { Library, type Slot } from './library.js';
import { readSegment, writeSegment } from './segment-file.js';
import { Segment } from './segment.js';
import { readWhole, writeWhole, type FileEntry } from './snapshot-file.js';
import type { VectorGraph } from './vector-graph.js';
import { readVocabulary, writeVocabulary, type VocabularyEntry } from './vocabulary-file.js';

/** Another one whenever files are written, or texts taken apart, in another way: then older snapshots are made anew. */
const FORMAT = 2;
const MANIFEST = 'manifest.json';
/** Share of the vectors that may be put into the graph again after loading, rather than writing it whole every time. */
const GRAPH_LAG = 0.02;
/** Files of the vocabulary at which it is written in one. */
const MAX_VOCABULARY_FILES = 16;
/** What another process wrote is left alone for so long: its manifest may be about to come. Milliseconds. */
const FOREIGN_MS = 60_000;

interface Manifest {
  format: number;
  space: VectorSpace;
  position: number;
  nextNumber: number;
  slots: Slot[];
  segments: FileEntry[];
  /** A file for each time that there were new terms or words. */
  vocabulary: VocabularyEntry[];
  /** The vectors of passages numbered below `upTo`. */
  graph: (FileEntry & { upTo: number }) | null;
}

/**
 * The files of one organization's index. Segments never change, so each is written once; what the manifest does not name is
 * deleted after it was written. Two processes on one folder may each write theirs: the last manifest counts, each writes
 * again what the other deleted, and whoever reads in between and finds a file missing starts anew.
 */
export class Snapshot {
  private readonly segmentFiles = new Map<Segment, FileEntry>();
  private vocabulary: Manifest['vocabulary'] = [];
  private graph: Manifest['graph'] = null;
  /** Whose file `graph` is: it may have been made anew since. */
  private keptGraph: VectorGraph | null = null;
  private readonly written = new Set<string>();

  constructor(private readonly folder: string) {}

  /** Writes what changed since the last time. */
  save(library: Library, position: number): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const segments = library.segments.map((segment) => this.fileOf(segment));
    this.saveVocabulary(library);
    this.saveGraph(library);
    const manifest: Manifest = {
      ...{ format: FORMAT, space: library.space, position, nextNumber: library.nextNumber },
      ...{ slots: library.slots, segments, vocabulary: this.vocabulary, graph: this.graph },
    };
    writeWhole(this.folder, MANIFEST, [Buffer.from(JSON.stringify(manifest))]);
    this.sweep([...segments, ...this.vocabulary, ...(this.graph ? [this.graph] : [])]);
  }

  /**
   * What was saved; null when there is nothing, or nothing of this format.
   *
   * @throws Error when it is not whole, or not to be read
   */
  load(): { library: Library; position: number } | null {
    const manifest = this.manifest();
    return manifest?.format === FORMAT ? { library: this.restore(manifest), position: manifest.position } : null;
  }

  private manifest(): Manifest | null {
    try {
      return JSON.parse(readFileSync(path.join(this.folder, MANIFEST), 'utf8')) as Manifest;
    } catch {
      return null;
    }
  }

  private restore(manifest: Manifest): Library {
    const library = new Library(manifest.space);
    for (const entry of manifest.vocabulary) readVocabulary(this.folder, entry, library.vocabulary);
    const segments = manifest.segments.map((entry) => {
      const segment = new Segment(readSegment(this.folder, entry));
      this.segmentFiles.set(segment, entry);
      return segment;
    });
    this.vocabulary = manifest.vocabulary;
    library.restore(manifest.slots, segments, manifest.nextNumber);
    this.loadGraph(library, manifest);
    return library;
  }

  private fileOf(segment: Segment): FileEntry {
    const known = this.segmentFiles.get(segment);
    if (known && this.isThere(known)) return known;
    const written = writeSegment(this.folder, this.newName('segment'), segment.columns);
    this.segmentFiles.set(segment, written);
    return written;
  }

  private saveVocabulary({ vocabulary }: Library): void {
    const last = this.vocabulary.at(-1);
    const isWhole = this.vocabulary.every((entry) => this.isThere(entry));
    const isKnown =
      vocabulary.terms.length === (last?.terms[1] ?? 1) && vocabulary.words.length === (last?.words[1] ?? 0);
    if (isKnown && isWhole) return;
    const before = isWhole && this.vocabulary.length < MAX_VOCABULARY_FILES ? this.vocabulary : [];
    const entry = writeVocabulary(this.folder, this.newName('terms'), vocabulary, before.at(-1));
    this.vocabulary = [...before, entry];
  }

  /** What an older graph lacks is put into it when it is loaded; what it has too much is never admitted. */
  private saveGraph({ graph, nextNumber }: Library): void {
    const isKept = this.graph && graph === this.keptGraph && this.isThere(this.graph);
    if (this.graph && isKept && nextNumber - this.graph.upTo <= graph.size * GRAPH_LAG) return;
    const name = this.newName('graph');
    const file = path.join(this.folder, name);
    graph.save(file);
    this.graph = { name, crc: crc32(readFileSync(file)), upTo: nextNumber };
    this.keptGraph = graph;
  }

  private loadGraph(library: Library, { graph: entry }: Manifest): void {
    if (entry) {
      readWhole(this.folder, entry);
      library.graph.load(path.join(this.folder, entry.name));
    }
    this.graph = entry;
    this.keptGraph = library.graph;
    library.completeGraph(entry?.upTo ?? 0);
  }

  private newName(kind: string): string {
    const name = `${kind}-${randomUUID()}`;
    this.written.add(name);
    return name;
  }

  private isThere({ name }: FileEntry): boolean {
    return existsSync(path.join(this.folder, name));
  }

  private isOld(name: string): boolean {
    const found = statSync(path.join(this.folder, name), { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs > FOREIGN_MS;
  }

  private sweep(kept: readonly FileEntry[]): void {
    const names = new Set([MANIFEST, ...kept.map(({ name }) => name)]);
    for (const name of readdirSync(this.folder)) {
      if (names.has(name) || !(this.written.delete(name) || this.isOld(name))) continue;
      rmSync(path.join(this.folder, name), { force: true });
    }
  }
}
