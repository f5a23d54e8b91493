// The browser's storage. If it is missing, full or forbidden (private windows), everything works, but is forgotten with
// the page.
const allowed = (kind: 'localStorage' | 'sessionStorage'): Storage | null => {
  try {
    return window[kind];
  } catch {
    return null;
  }
};
export const storage = allowed('localStorage');
export const tabStorage = allowed('sessionStorage'); // of this tab; survives a reload

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
    // Forgotten with the page.
  }
}
