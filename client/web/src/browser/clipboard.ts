// Puts a text on the clipboard. False: this browser does not let us.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // only there where the page came over https or from this machine
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
