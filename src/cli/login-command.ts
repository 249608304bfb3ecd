/** `switchboard login`: a person signs in to the CRM by a browser, and the token store keeps the refresh token. */

import { spawn } from 'node:child_process';
import { isPerson } from '../config/own-account.ts';
import { loadConfig } from '../config.ts';
import { accountId } from '../connector-service/service.ts';
import { signInPerson } from '../connector-service/vendor/sign-in/person.ts';
import { UserInputError } from '../errors.ts';
import { accountOptions } from '../main/connector-service.ts';
import { stdout } from '../main/terminal.ts';
import { makePrivateFolder } from '../storage/private-file.ts';
import { commands } from './command-line.ts';
import { misuse, onlyArgument, readFlags } from './flag.ts';
import { startBrowserSignIn } from './login/browser-sign-in.ts';

/** A code is good for ten minutes. */
const patienceMs = 10 * 60_000;

/** @throws UserInputError with why nobody is signed in */
export async function runLogin(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.login);
  const system = onlyArgument(positionals, commands.login);
  if (system !== 'crm') throw misuse(commands.login, `Expected crm; got "${system}".`);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port < 65_536))
    throw misuse(commands.login, `--port: expected a port; got "${values.port}".`);
  const { environment: env, connector } = loadConfig();
  const crm = connector.kind === 'vendor' ? connector.accounts.crm : null;
  if (connector.kind !== 'vendor' || crm === null || !isPerson(crm))
    throw new UserInputError(
      'login crm: expected SALESFORCE_CLIENT_ID and TOKEN_KEY, and none of SALESFORCE_CLIENT_SECRET, SALESFORCE_USERNAME and SALESFORCE_REFRESH_TOKEN, with which nobody has to sign in.',
    );
  const options = accountOptions(env, connector);
  makePrivateFolder(env.DATA_DIR);
  const person = signInPerson({ ...options, account: accountId('crm', crm), credentials: crm });
  try {
    const { login, clientId } = person;
    const signIn = await startBrowserSignIn({ login, clientId, port, patienceMs });
    try {
      stdout.write(
        `Sign in to the CRM in a browser on this machine:\n\n  ${signIn.url}\n\nIt comes back to ${signIn.redirectUri}, which has to be among the app's callback addresses.\n`,
      );
      if (!values['no-browser']) openBrowser(signIn.url);
      const code = await signIn.code;
      await person.redeem({ code, redirectUri: signIn.redirectUri, verifier: signIn.verifier });
    } finally {
      await signIn.close();
    }
  } finally {
    await person.close();
  }
  stdout.write(
    'You are signed in: the refresh token is stored, encrypted under TOKEN_KEY, and a gateway with these variables uses it from its next request.\n',
  );
  return 0;
}

/** Where there is none nothing happens: the address stands in the terminal. */
function openBrowser(url: string): void {
  const openers = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] } as const;
  const [program, ...words] =
    process.platform === 'darwin' || process.platform === 'win32'
      ? openers[process.platform]
      : ['xdg-open'];
  const child = spawn(program!, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
