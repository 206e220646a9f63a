import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { VectorSpace } from '../engine.types.js';
import { LibrarySet } from '../libraries/library-set.js';
import type { BuiltGraph } from '../vectors/library-graph.js';
import type { Library, Slot } from '../libraries/library.js';
import { readSegment, writeSegment } from './segment-file.js';
import { Segment } from '../segments/segment.js';
import { entryOf, readChecked, readLines, writeLines, writeWhole, type FileEntry } from './snapshot-file.js';
import { VectorGraph } from '../vectors/vector-graph.js';
import type { Vocabulary } from '../segments/vocabulary.js';
import { readVocabulary, writeVocabulary, type VocabularyEntry } from './vocabulary-file.js';

/** Must change with the file format and with the text analysis. Snapshots of other formats are rebuilt. */
const FORMAT = 5;
const MANIFEST = 'manifest.json';
/** Share of vectors that may be missing in a saved graph and are added after loading; avoids writing the graph every time. */
const GRAPH_LAG = 0.02;
/** Above this number the vocabulary is written to one file. */
const MAX_VOCABULARY_FILES = 16;
/** Milliseconds for which files of other processes are kept: their manifest may follow. */
const FOREIGN_MS = 60_000;

/** Has the vectors of passages numbered below `upTo`. */
type GraphEntry = FileEntry & { upTo: number };

interface SavedLibrary {
  audience: string;
  nextNumber: number;
  slots: number;
  segments: FileEntry[];
  graph: GraphEntry | null;
}

interface Manifest {
  format: number;
  space: VectorSpace;
  position: number;
  /** A file for each save with new terms or words. */
  vocabulary: VocabularyEntry[];
  /** One JSON line for each slot, by library: a single file for any number of audiences. */
  slots: FileEntry;
  libraries: SavedLibrary[];
}

/**
 * The files of an organization's index. Segments are immutable and written once; files that the manifest does not name
 * are deleted. Two processes may share a folder: the last manifest wins, each process writes again what the other
 * deleted, and a reader that misses a file starts again.
 */
export class Snapshot {
  private readonly segmentFiles = new WeakMap<Segment, FileEntry>();
  private readonly graphFiles = new WeakMap<VectorGraph, GraphEntry>();
  private vocabulary: VocabularyEntry[] = [];
  private named = new Set<string>();
  private readonly written = new Set<string>();

  constructor(private readonly folder: string) {}

  /** Writes the changes since the last save. @throws Error if that fails, with nothing left behind */
  save(libraries: LibrarySet, position: number): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    try {
      this.write(libraries, position);
    } catch (error) {
      for (const name of this.written) if (!this.named.has(name)) this.discard(name);
      throw error;
    }
    for (const name of readdirSync(this.folder)) {
      if (!this.named.has(name) && (this.written.has(name) || this.isOld(name))) this.discard(name);
    }
  }

  /** Null without a snapshot of this format. @throws Error if it is incomplete or damaged */
  load(): { libraries: LibrarySet; position: number } | null {
    const manifest = this.manifest();
    return manifest?.format === FORMAT ? { libraries: this.restore(manifest), position: manifest.position } : null;
  }

  private write({ space, vocabulary, byAudience }: LibrarySet, position: number): void {
    const saved = [...byAudience.values()].map((library) => this.saveLibrary(library));
    this.saveVocabulary(vocabulary);
    const slots = writeLines(this.folder, this.newName('slots'), jsonOf(byAudience.values()));
    const manifest: Manifest = {
      ...{ format: FORMAT, space, position, vocabulary: this.vocabulary, slots, libraries: saved },
    };
    writeWhole(this.folder, MANIFEST, [Buffer.from(JSON.stringify(manifest))]);
    this.named = namesOf(manifest);
  }

  private manifest(): Manifest | null {
    try {
      return JSON.parse(readFileSync(path.join(this.folder, MANIFEST), 'utf8')) as Manifest;
    } catch {
      return null;
    }
  }

  private restore(manifest: Manifest): LibrarySet {
    const libraries = new LibrarySet(manifest.space);
    for (const entry of manifest.vocabulary) readVocabulary(this.folder, entry, libraries.vocabulary);
    const lines = readLines(this.folder, manifest.slots);
    for (const saved of manifest.libraries) this.loadLibrary(libraries.open(saved.audience), saved, lines);
    if (!lines.next().done) throw new Error(`${manifest.slots.name} does not fit together`);
    this.vocabulary = manifest.vocabulary;
    this.named = namesOf(manifest);
    return libraries;
  }

  private saveLibrary({ audience, nextNumber, slots, segments, graph }: Library): SavedLibrary {
    return {
      ...{ audience, nextNumber },
      slots: slots.length,
      segments: segments.map((segment) => this.fileOf(segment)),
      graph: graph.made && this.saveGraph(graph.made),
    };
  }

  private loadLibrary(library: Library, saved: SavedLibrary, lines: Iterator<string>): void {
    const segments = saved.segments.map((entry) => {
      const segment = new Segment(readSegment(this.folder, entry));
      this.segmentFiles.set(segment, entry);
      return segment;
    });
    const slots = Array.from({ length: saved.slots }, () => JSON.parse(String(lines.next().value)) as Slot);
    library.restore(slots, segments, saved.nextNumber);
    if (saved.graph) library.graph.restore(this.loadGraph(library, saved.graph));
  }

  private fileOf(segment: Segment): FileEntry {
    const known = this.segmentFiles.get(segment);
    if (known && this.isThere(known)) return known;
    const written = writeSegment(this.folder, this.newName('segment'), segment.columns);
    this.segmentFiles.set(segment, written);
    return written;
  }

  private saveVocabulary(vocabulary: Vocabulary): void {
    const last = this.vocabulary.at(-1);
    const isWhole = this.vocabulary.every((entry) => this.isThere(entry));
    const isKnown =
      vocabulary.terms.length === (last?.terms[1] ?? 1) && vocabulary.words.length === (last?.words[1] ?? 0);
    if (isKnown && isWhole) return;
    const before = isWhole && this.vocabulary.length < MAX_VOCABULARY_FILES ? this.vocabulary : [];
    const entry = writeVocabulary(this.folder, this.newName('terms'), vocabulary, before.at(-1));
    this.vocabulary = [...before, entry];
  }

  /** Missing vectors are added after loading; extra ones are never admitted. */
  private saveGraph({ graph, upTo }: BuiltGraph): GraphEntry {
    const known = this.graphFiles.get(graph);
    if (known && this.isThere(known) && upTo - known.upTo <= graph.size * GRAPH_LAG) return known;
    const name = this.newName('graph');
    graph.save(path.join(this.folder, name));
    const entry = { ...entryOf(this.folder, name), upTo };
    this.graphFiles.set(graph, entry);
    return entry;
  }

  private loadGraph({ space }: Library, entry: GraphEntry): BuiltGraph {
    const graph = new VectorGraph(space.dimensions);
    readChecked(this.folder, entry, () => graph.load(path.join(this.folder, entry.name)));
    this.graphFiles.set(graph, entry);
    return { graph, upTo: entry.upTo };
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

  private discard(name: string): void {
    rmSync(path.join(this.folder, name), { force: true });
    this.written.delete(name);
  }
}

function namesOf({ vocabulary, slots, libraries }: Manifest): Set<string> {
  const files = libraries.flatMap(({ segments, graph }) => [...segments, ...(graph ? [graph] : [])]);
  return new Set([MANIFEST, ...[...vocabulary, slots, ...files].map(({ name }) => name)]);
}

function* jsonOf(libraries: Iterable<Library>): Generator<string> {
  for (const { slots } of libraries) for (const slot of slots) yield JSON.stringify(slot);
}
