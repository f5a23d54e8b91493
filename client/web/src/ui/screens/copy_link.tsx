// A link with ways to pass it on: copy, and share if the browser can; and whether copying worked.
import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {copyText} from '../../browser/clipboard';
import {Button} from '../parts/button';

// `look`: of the best way that the browser has.
export function CopyLink({link, note, shareText, look = 'plain'}: {link: string; note?: ComponentChildren; shareText?: string; look?: 'first' | 'plain'}) {
  const {app} = words.value;
  const {waiting} = app;
  const canShare = shareText !== undefined && 'share' in navigator;
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <p class="link-line"><bdi>{link}</bdi></p>
      {note}
      <div class="actions">
        {canShare && (
          <Button look={look} icon="share" onClick={() => void navigator.share({title: app.title, text: shareText, url: link}).catch(() => undefined)}>{waiting.share}</Button>
        )}
        <Button look={canShare ? 'plain' : look} icon={copied ? 'check' : 'copy'} onClick={() => void copyText(link).then(setCopied)}>{waiting.copy}</Button>
      </div>
      <p class="quiet-text" role="status">{copied === true ? waiting.copied : copied === false ? waiting.copyFailed : ''}</p>
    </>
  );
}
