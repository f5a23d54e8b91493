// Dates and times, as the visitor's own region writes them where it speaks the chosen language.
import {language} from '../i18n';

const region = () => navigator.languages.find(tag => tag.toLowerCase().startsWith(language.value)) ?? language.value;

export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(region(), options);
