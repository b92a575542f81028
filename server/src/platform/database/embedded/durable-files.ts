import { fdatasyncSync, writeSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];
type PGliteModule = Parameters<Init>[1];
type PreRun = NonNullable<PGliteModule['preRun']>[number];

/** The operations on an open file, which PGlite's NodeFS leaves out of its types. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

const STANDARD_ERROR = 2;

/** Returns once the data written to the file is on disk. */
export type Sync = (fd: number) => void;

/**
 * PGlite's directory on disk, with an fsync that reaches the disk. In PGlite as shipped, PostgreSQL's fsync does
 * nothing, so a power failure loses acknowledged commits. Requires `wal_sync_method=fsync`: the default, fdatasync, is
 * compiled away before it reaches this class.
 */
export class DurableFiles extends NodeFS {
  readonly #sync: Sync;

  /** `sync` replaces fdatasync, so that a test can count the calls. */
  constructor(directory: string, sync: Sync = fdatasyncSync) {
    super(directory);
    this.#sync = sync;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options);
    const makeFsyncReal: PreRun = (module) => {
      const files = module.NODEFS as unknown as NodeFileSystem;
      files.stream_ops.fsync = (stream) => {
        try {
          this.#sync(stream.nfd);
        } catch (error) {
          exitProcess(error);
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeFsyncReal] } };
  }
}

/**
 * Ends the process when a sync fails, as PostgreSQL itself does: data that is not on disk must not be acknowledged, and
 * a second sync may succeed without having written it. An exception would be lost in WebAssembly and the commit
 * acknowledged. On the database thread this ends the thread before it can answer, and with it the process; see
 * `openOnThread`.
 */
function exitProcess(error: unknown): never {
  // A thread's stderr stream is flushed by the process, which would end first.
  writeSync(
    STANDARD_ERROR,
    `The disk of the embedded database does not keep what is written (${error}). The server ends, so that nothing is told that is not stored.\n`,
  );
  process.exit(1);
}
