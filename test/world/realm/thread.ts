/* Stands for server/src/thread.ts in a simulated process: what a thread would do is done in this one, a little later. */

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** ms of virtual time that a call takes. */
const TAKES = 2;

let served: Functions = {};

export class Thread<Served extends Functions> {
  readonly #file: URL;
  #served: Promise<Served> | null = null;

  constructor(_name: string, file: URL) {
    this.#file = file;
  }

  async call<Name extends keyof Served & string>(
    name: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    this.#served ??= this.#load();
    const functions = await this.#served;
    await new Promise((resolve) => void setTimeout(resolve, TAKES));
    const value: unknown = await functions[name]?.(...(structuredClone(args) as never[]));
    return structuredClone(value) as Awaited<ReturnType<Served[Name]>>;
  }

  async close(): Promise<void> {}

  async #load(): Promise<Served> {
    const cached = modules.get(this.#file.href);
    if (cached) return cached as Served;
    const url = new URL(this.#file);
    url.search = new URL(import.meta.url).search;
    await import(url.href);
    modules.set(this.#file.href, served);
    return served as Served;
  }
}

/** The functions of each thread's module that was loaded. */
const modules = new Map<string, Functions>();

export function serveCalls(functions: Functions): void {
  served = functions;
}
