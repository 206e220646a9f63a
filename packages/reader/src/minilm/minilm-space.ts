/** Name under which vectors of this model are stored. Change it whenever the vectors change. */
export const MINILM_MODEL = 'all-minilm-l6-v2-q4';

export const MINILM_DIMENSIONS = 384;

export interface MiniLmOptions {
  /** Cores one inference uses (default 1: the caller decides how much of the machine embedding may take). */
  intraOpNumThreads?: number;
  /** Folder of the model files, for tests. */
  folder?: string;
  /** Whether the caller has verified the files. */
  isVerified?: boolean;
  /** See `verifyMinilmFiles`. */
  stampFile?: string;
}
