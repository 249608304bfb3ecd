/** Settings that the server writes into the page: what it allows, and the questions to begin with. */

export interface Showcase {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly query: string;
  /** JSON of example variables. */
  readonly variables: string | null;
}

interface Settings {
  /** True where answers can explain themselves. */
  readonly explain: boolean;
  /** True where the showcases and the saved questions alone are executed. */
  readonly onlyTrusted: boolean;
  /** True where requests need a key. */
  readonly needsKey: boolean;
  readonly showcases: readonly Showcase[];
}

export const settings = JSON.parse(document.getElementById('settings')!.textContent) as Settings;
