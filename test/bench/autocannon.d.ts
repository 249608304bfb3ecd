/** The little of autocannon that the benchmark uses; the package brings no types. */

declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent in turn by each connection. */
    readonly requests?: readonly { readonly body: string }[];
    readonly connections?: number;
    readonly duration?: number;
    readonly amount?: number;
    readonly timeout?: number;
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly start: Date;
    readonly finish: Date;
    readonly latency: { readonly p50: number; readonly p99: number; readonly average: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
