// Starts the page.
import './ui/theme.css';
import {render} from 'preact';

render(<h1>Jaipur online</h1>, document.getElementById('app')!);
