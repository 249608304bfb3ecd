/**
 * The gateway as a part of another program: it answers that program's requests, and leaves the process alone (no port, no
 * signals, no exit, no output). What can be read of it from outside is declared here, without a type of a library.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { isLoopback } from '../contract/loopback.ts';
import { createLog } from '../server/log.ts';
import { systemClock } from '../upstream/clock.ts';
import { startConnectorServices } from './connector-service.ts';
import { crmModelFor } from './crm-model.ts';
import { enterDataDirectory } from './data-directory.ts';
import { openGateway } from './gateway.ts';
import type { IdentifyCaller } from './host-caller.ts';

export interface GatewayOptions {
  /** Address under which clients reach the other server; links to recordings and files begin with it. */
  readonly publicUrl: string;
  /**
   * Variables, as `switchboard config example` lists them; `process.env` is not read. Default: none, which is the synthetic
   * company. HOST, PORT and WORKERS belong to the other server, and PUBLIC_URL is `publicUrl`.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Whether the other server lets in only those who may ask everything. Without it and without ACCESS_FILE, `publicUrl` has to
   * be an address of this machine.
   */
  readonly isOpen?: boolean;
  /**
   * Says who asks, for a server that has its own sign-in: from a cookie, say. What callers may is in ACCESS_FILE, which it
   * needs; its keys and tokens decide where this gives null.
   */
  readonly authenticate?: IdentifyCaller;
  /** Receives what the gateway's log says, from LOG_LEVEL on. Default: nothing is logged. */
  readonly logger?: GatewayLogger;
}

/** Loggers of pino and Fastify are such, and `console` is. */
export interface GatewayLogger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** A part of the gateway, or what it depends on, as `/readyz` of the admin port has it. */
export interface GatewayPart {
  readonly name: string;
  readonly state: 'ok' | 'degraded' | 'down';
  readonly reason?: string;
}

export interface MountedGateway {
  /**
   * Answers a request whose body nobody has read; made for `createServer`, and for Express before its parsers.
   * @param next called in place of an answer where the gateway has nothing at this path, and at `/`.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /** Answers a request of the web platform; its Host is that of its URL. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** How its parts are, for a probe of the other server's; one that is down does not make the gateway unready. */
  health(): readonly GatewayPart[];
  /** Answers what has begun, for at most DRAIN_TIMEOUT_MS, and ends. Requests after it are answered with 503. */
  close(): Promise<void>;
}

/**
 * Opens a gateway: `/graphql` with GraphiQL, `/app`, `/queries`, `/media` and `/webhooks`, below the root of a host name.
 * @throws ConfigError whose message names every variable that is wrong; Error where a service can't be started.
 */
export async function createGateway(options: GatewayOptions): Promise<MountedGateway> {
  const log = logOf(options);
  const config = await withSchema(configOf(options), log);
  const { DRAIN_TIMEOUT_MS: patienceMs } = config.environment;
  const directory = enterDataDirectory(config);
  if (directory.beside !== null) log.warn(directory.beside);
  const { services, close: closeServices } = startConnectorServices(config, silent);
  const model = crmModelFor(config);
  const base = (): URL => new URL(options.publicUrl);
  const end = async (): Promise<void> => {
    await closeServices();
    directory.leave();
  };
  try {
    const { authenticate } = options;
    const gateway = await openGateway(
      config,
      services,
      model,
      log,
      base,
      systemClock,
      authenticate,
    );
    await gateway.server.mount();
    return mounted(gateway, async () => {
      await gateway.close(patienceMs, 0);
      await end();
    });
  } catch (error) {
    await end();
    throw error;
  }
}

/** Progress is for a terminal, which is the other program's. */
const silent = { write: () => {} };

function mounted(
  { server, health }: Awaited<ReturnType<typeof openGateway>>,
  end: () => Promise<void>,
): MountedGateway {
  let closing: Promise<void> | null = null;
  let isClosed = false;
  const refusal = 'The gateway is closed.\n';
  return {
    handle(request, response, next) {
      const [path = '/'] = (request.url ?? '/').split('?', 1);
      if (next !== undefined && (path === '/' || !server.answers(path))) return next();
      if (isClosed) response.writeHead(503, { connection: 'close' }).end(refusal);
      else server.handle(request, response);
    },
    fetch: async (request) =>
      isClosed ? new Response(refusal, { status: 503 }) : server.fetch(request),
    health,
    close() {
      closing ??= end().finally(() => {
        isClosed = true;
      });
      return closing;
    },
  };
}

/** Variables of the other server's own, in which the gateway has no say. */
const foreignVariables = ['HOST', 'PORT', 'WORKERS', 'PUBLIC_URL'];

const optionNames: readonly string[] = [
  'publicUrl',
  'environment',
  'isOpen',
  'authenticate',
  'logger',
] satisfies (keyof GatewayOptions)[];

/** For callers without a compiler. */
function checkOptions(options: GatewayOptions): void {
  const unknown = Object.keys(options).filter((name) => !optionNames.includes(name));
  const { publicUrl } = options;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  const isRoot = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/';
  const faults = [
    ...unknown.map((name) => `${name}: expected one of ${optionNames.join(', ')}`),
    ...(isRoot
      ? []
      : [
          `publicUrl: expected a URL that begins with http:// or https://, without a path; got ${JSON.stringify(publicUrl)}`,
        ]),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
}

function configOf(options: GatewayOptions): Config {
  checkOptions(options);
  const { environment = {}, publicUrl, isOpen = false, authenticate } = options;
  const variables = Object.entries(environment).filter(
    ([name]) => !foreignVariables.includes(name),
  );
  const config = loadConfig({ ...Object.fromEntries(variables), PUBLIC_URL: publicUrl });
  if (config.access === null && authenticate !== undefined)
    throw new ConfigError([
      'authenticate: expected ACCESS_FILE beside it, which says what its callers may ask; got none',
    ]);
  const { hostname } = new URL(publicUrl);
  if (config.access === null && !isOpen && !isLoopback(hostname))
    throw new ConfigError([
      `publicUrl: expected an address of this machine while ACCESS_FILE is unset (everyone may ask everything), or isOpen; got "${hostname}"`,
    ]);
  return config;
}

async function withSchema(config: Config, log: Logger): Promise<Config> {
  if (!config.discoversSchema) return config;
  const { withDiscoveredSchema } = await import('./schema-discovery.ts');
  return withDiscoveredSchema(config, (sentence) => log.info(sentence));
}

/** pino's numbers. */
const errorLevel = 50;
const warnLevel = 40;

/** Lines are written and read again, so that what the log hides is hidden from every logger. */
function logOf({ logger, environment = {} }: GatewayOptions): Logger {
  if (logger === undefined) return createLog('silent');
  return createLog(environment.LOG_LEVEL ?? 'info', {
    write(line) {
      const {
        level,
        msg,
        time: _time,
        pid: _pid,
        ...fields
      } = JSON.parse(line) as {
        readonly level: number;
        readonly msg?: string;
      } & Record<string, unknown>;
      if (level >= errorLevel) logger.error(fields, msg ?? '');
      else if (level >= warnLevel) logger.warn(fields, msg ?? '');
      else logger.info(fields, msg ?? '');
    },
  });
}
