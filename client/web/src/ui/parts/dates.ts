// Dates and times, as the visitor's own region writes them where it speaks the chosen language.
import {language} from '../../i18n';

const region = () => navigator.languages.find(tag => tag.toLowerCase().startsWith(language.value)) ?? language.value;

// Gives '' for what no calendar knows: a file may say anything.
export function dateFormat(options: Intl.DateTimeFormatOptions): {format: (at: number) => string} {
  const format = new Intl.DateTimeFormat(region(), options);
  return {format: at => (Number.isNaN(new Date(at).getTime()) ? '' : format.format(at))};
}
