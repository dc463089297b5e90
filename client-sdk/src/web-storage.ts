/* What the stores use of a browser, so that the SDK's types need none of its own: programs compile without the library `dom`. */

/** `localStorage`, or `sessionStorage`. */
export interface WebStorage extends ArrayLike<unknown> {
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** `navigator.locks` */
export interface WebLocks {
  request<T>(name: string, task: () => Promise<T>): Promise<T>;
}
