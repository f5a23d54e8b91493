// The face of headings. It is loaded after the first screen, which its 13 KB would delay.
import file from '@fontsource/yatra-one/files/yatra-one-latin-400-normal.woff2';

export async function loadDisplayFace(): Promise<void> {
  if (!('FontFace' in window)) return;
  document.fonts.add(await new FontFace('Yatra One', `url("${new URL(file, import.meta.url)}")`).load());
}
