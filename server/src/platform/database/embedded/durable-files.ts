import { fdatasyncSync, writeSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];
type PGliteModule = Parameters<Init>[1];
type PreRun = NonNullable<PGliteModule['preRun']>[number];

/** What PGlite's NodeFS leaves out of its types: the table of operations on an open file. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

const STANDARD_ERROR = 2;

/** Returns once what was written to the file is on disk. */
export type Sync = (fd: number) => void;

/**
 * PGlite's directory on disk, with an fsync that reaches the disk. As shipped, PostgreSQL's fsync calls end in nothing
 * and a commit that was answered is lost with the machine's power. Needs `wal_sync_method=fsync`: the default, fdatasync,
 * is compiled to nothing before it gets here.
 */
export class DurableFiles extends NodeFS {
  readonly #sync: Sync;

  /** `sync` stands in for fdatasync so that a test can count the calls. */
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
          endNow(error);
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeFsyncReal] } };
  }
}

/**
 * PostgreSQL's own answer to a disk that fails: what it did not take must not be told as done, and a second try may say
 * yes without having written. An exception would be lost in WebAssembly, and the commit be answered. On the thread of the
 * database this ends the thread, before it says anything, and so the process: see `openOnThread`.
 */
function endNow(error: unknown): never {
  // A thread's own stream is written by the process, which would end before.
  writeSync(
    STANDARD_ERROR,
    `The disk of the embedded database does not keep what is written (${error}). The server ends, so that nothing is told that is not stored.\n`,
  );
  process.exit(1);
}
