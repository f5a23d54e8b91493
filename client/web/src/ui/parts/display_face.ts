// The face of headings. It is loaded after the first screen, which its 13 KB would delay.
import file from '@fontsource/yatra-one/files/yatra-one-latin-400-normal.woff2';
import moreFile from '@fontsource/yatra-one/files/yatra-one-latin-ext-400-normal.woff2';

const face = (name: string, more?: FontFaceDescriptors): FontFace => new FontFace('Yatra One', `url("${new URL(name, import.meta.url)}")`, more);

export async function loadDisplayFace(): Promise<void> {
  if (!('FontFace' in window)) return;
  // For names like "Łukasz": browsers load it once a heading has one of these letters.
  document.fonts.add(face(moreFile, {unicodeRange: 'U+100-17F, U+218-21B, U+1E80-1E9E'}));
  document.fonts.add(await face(file).load());
}
