import { Link } from '@tanstack/react-router';
import { useLiveNotifications, useUnreadCount } from '../account/notifications.js';

const MOST_SHOWN = 99;

/** Leads to the notifications, with the number of unread ones. */
export function Bell() {
  useLiveNotifications();
  const { data: count = 0 } = useUnreadCount();
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  return (
    <Link
      to="/account/notifications"
      className="bell"
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
    >
      <svg
        viewBox="0 0 24 24"
        width={22}
        height={22}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        aria-hidden="true"
      >
        <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {count > 0 && <span className="bell-count">{shown}</span>}
    </Link>
  );
}
