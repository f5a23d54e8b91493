// What this browser keeps for the page. One that keeps nothing (private windows, storage that is full or forbidden) only
// forgets it: the page works all the same.
export const storage: Storage | null = (() => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
})();

export function stored(key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    storage?.setItem(key, value);
  } catch {
    // Forgotten with the page, then.
  }
}
