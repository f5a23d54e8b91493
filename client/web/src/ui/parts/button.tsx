// Buttons, and links that look like them. `busy`: waiting for a reply.
import type {ButtonHTMLAttributes, ComponentChildren} from 'preact';
import {go} from '../state/route';
import {Icon, type IconName} from './icons';

export type Look = 'first' | 'plain' | 'quiet' | 'danger';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'type' | 'disabled'> & {
  look?: Look; icon?: IconName; busy?: boolean; wide?: boolean; children?: ComponentChildren;
  type?: 'button' | 'submit'; pressed?: boolean; disabled?: boolean;
};

export function Button({look = 'plain', icon, busy, wide, children, type = 'button', onClick, disabled, ...rest}: Props) {
  const off = busy || disabled;
  return (
    <button {...rest} type={type} class={`button ${look}${wide ? ' wide' : ''}`}
      aria-disabled={off ? 'true' : undefined} data-busy={busy ? '' : undefined}
      onClick={event => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}>
      {icon && <Icon name={icon} />}
      <span class="button-text">{children}</span>
    </button>
  );
}

// A button with an icon only: `label` is its name and tooltip.
export function IconButton({icon, label, badge, ...rest}: {icon: IconName; label: string; badge?: ComponentChildren} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />{badge}
    </button>
  );
}

export const DownloadReplay = ({match, children}: {match: string; children: ComponentChildren}) => (
  <a class="button plain" href={`/replays/${match}`} download={`jaipur-${match}.json`}><Icon name="save" /><span class="button-text">{children}</span></a>
);

// A link within the page.
export function Link({to, look, icon, children, class: plain = 'link', ...rest}: {
  to: string; look?: Look; icon?: IconName; children?: ComponentChildren; class?: string; title?: string; 'aria-label'?: string;
}) {
  return (
    <a {...rest} href={to} class={look ? `button ${look}` : plain}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
        event.preventDefault();
        go(to);
      }}>
      {icon && <Icon name={icon} />}
      {look ? <span class="button-text">{children}</span> : children}
    </a>
  );
}
