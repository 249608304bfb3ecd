/**
 * The Dockerfile without a container engine: its stages are folders, and its commands run in a root that holds the
 * system's own folders, read-only, and nothing else but what the Dockerfile puts there.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Stage {
  /** Holds `app` and whatever else the stage makes. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

/** Why commands can't run in a root of their own; null where they can. */
export function whyNoRoot(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make one';
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return String(error).split('\n', 1)[0]!;
  }
}

interface Line {
  readonly word: string;
  readonly rest: string;
}

/** Instructions of each stage, by its name; the last is `image`. */
function readStages(): ReadonlyMap<string, readonly Line[]> {
  const stages = new Map<string, Line[]>();
  let lines: Line[] = [];
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const line of text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === 'FROM') {
      // Another base would need another root.
      const [, name = 'image'] = /^node:26-slim(?: AS (\w+))?$/.exec(rest)!;
      lines = [];
      stages.set(name, lines);
    } else if (line !== '') lines.push({ word, rest });
  }
  return stages;
}

/** Copies what the build context or an earlier stage has; missing files fail. */
function copy(rest: string, work: string, folder: string): void {
  const words = rest.split(' ');
  const [, from] = /^--from=(\w+)$/.exec(words[0]!) ?? [];
  if (from !== undefined) words.shift();
  const target = words.pop()!;
  const context = from === undefined ? root : join(work, from);
  for (const path of words) {
    const intoFolder = target === './' && from === undefined ? path : target;
    cpSync(join(context, path), join(folder, 'app', intoFolder), {
      recursive: true,
      // As `.dockerignore` has it: what the build makes is not there before.
      filter: (file) =>
        from !== undefined || !/\/(?:dashboard\/graphql|schema\/generated)$/.test(file),
    });
  }
}

const systemFolders = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'usr'];

/** Shell that makes the root and becomes the command in it. */
const script = `set -e
R=$STAGE/.root; mkdir -p $R; mount -t tmpfs none $R
for name in ${systemFolders.join(' ')}; do
  if [ -L /$name ]; then cp -P /$name $R/
  elif [ -d /$name ]; then mkdir $R/$name; mount --rbind /$name $R/$name; mount -o remount,bind,ro $R/$name; fi
done
mkdir $R/proc $R/dev $R/tmp $R/etc $R/root $R/app $R/data; chmod 1777 $R/tmp
mount -t tmpfs none $R/usr/local; mkdir $R/usr/local/bin; touch $R/usr/local/bin/node; mount --bind $NODE $R/usr/local/bin/node
mount --rbind /dev $R/dev; mount -t proc none $R/proc 2>/dev/null || mount --rbind /proc $R/proc
echo 'root:x:0:0::/root:/bin/sh
node:x:1000:1000::/home/node:/bin/sh' > $R/etc/passwd; echo 'root:x:0:
node:x:1000:' > $R/etc/group
for name in resolv.conf hosts ssl ca-certificates alternatives npmrc; do [ ! -e /etc/$name ] || cp -rL /etc/$name $R/etc/ 2>/dev/null || true; done
mkdir $R/root/.npm; [ ! -d "$CACHE" ] || mount --bind "$CACHE" $R/root/.npm
mount --bind $STAGE/app $R/app; [ ! -d $STAGE/data ] || mount --bind $STAGE/data $R/data
[ -z "$READ_ONLY" ] || mount -o remount,ro,bind $R/app; [ -z "$READ_ONLY" ] || mount -o remount,ro $R
[ -z "$READ_ONLY" ] || mount -t tmpfs none $R/tmp
exec chroot --userspec=$AS $R /usr/bin/env -C /app "$@"`;

const ids: Readonly<Record<string, string>> = { root: '0:0', node: '1000:1000' };

/** Runs a command of the stage in its root; as the image is run, everything but /data and /tmp is read-only. */
export function enter(
  stage: Pick<Stage, 'folder' | 'env' | 'user'>,
  words: readonly string[],
  {
    readOnly = false,
    env = {},
  }: { readOnly?: boolean; env?: Readonly<Record<string, string>> } = {},
): ChildProcess {
  return spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', ...words],
    {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        HOME: '/root',
        STAGE: stage.folder,
        NODE: process.execPath,
        CACHE: execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(),
        AS: ids[stage.user]!,
        READ_ONLY: readOnly ? '1' : '',
        ...Object.fromEntries(
          Object.entries(process.env).flatMap(([name, value = '']) =>
            /^(npm_config_(registry|prefer_offline)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(
              name,
            )
              ? [[name, value]]
              : [],
          ),
        ),
        ...stage.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** Waits for its end. @throws Error with what it printed, for another code than 0. */
export async function ended(child: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new Error(`Expected the step to end with 0; got ${code}: ${output.slice(-2_000)}`);
}

/**
 * Runs the instructions of a stage, after those that it copies from.
 * The first stage needs the tools of this checkout, and runs beside them; the others have roots of their own.
 * @param work folder of the stages.
 */
export async function buildStage(name: string, work: string): Promise<Stage> {
  const folder = join(work, name);
  mkdirSync(join(folder, 'app'), { recursive: true });
  let stage: Stage = { folder, env: {}, user: 'root', command: [], health: [] };
  for (const { word, rest } of readStages().get(name)!)
    stage = await step(stage, word, rest, work, name);
  return stage;
}

async function step(
  stage: Stage,
  word: string,
  rest: string,
  work: string,
  name: string,
): Promise<Stage> {
  const { folder } = stage;
  switch (word) {
    case 'COPY':
      copy(rest, work, folder);
      return stage;
    case 'RUN':
      await (name === 'package' ? runBesideTools(rest, folder) : runInRoot(stage, rest));
      return stage;
    case 'ENV':
      return {
        ...stage,
        env: {
          ...stage.env,
          ...Object.fromEntries(
            [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key!, value!]),
          ),
        },
      };
    case 'USER':
      return { ...stage, user: rest };
    case 'HEALTHCHECK':
      return { ...stage, health: JSON.parse(/CMD (\[.+\])$/.exec(rest)![1]!) as string[] };
    case 'CMD':
      return { ...stage, command: JSON.parse(rest) as string[] };
    case 'WORKDIR':
    case 'VOLUME':
    case 'EXPOSE':
      return stage;
    default:
      // The test would not be of this image.
      throw new Error(`Expected a known instruction of the Dockerfile; got ${word} ${rest}`);
  }
}

/** Installing what develops the checkout takes minutes; here it is installed already. */
async function runBesideTools(line: string, folder: string): Promise<void> {
  if (line.startsWith('npm ci '))
    return symlinkSync(join(root, 'node_modules'), join(folder, 'app/node_modules'));
  await ended(
    spawn('sh', ['-c', line], {
      cwd: join(folder, 'app'),
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

async function runInRoot(stage: Stage, line: string): Promise<void> {
  if (line.startsWith('mkdir') && !existsSync(join(stage.folder, 'data'))) {
    mkdirSync(join(stage.folder, 'data'));
    chmodSync(join(stage.folder, 'data'), 0o755);
    // A mount can't be made by the command itself: it is there, and gets its mode and owner.
    return ended(enter(stage, ['sh', '-c', line.replace(/mkdir -m (\d+) (\S+)/, 'chmod $1 $2')]));
  }
  await ended(enter(stage, ['sh', '-c', line]));
}
