import { Link, Outlet, type LinkProps } from '@tanstack/react-router';

export interface Section {
  to: LinkProps['to'];
  title: string;
}

/** Several screens under one name, such as the settings of an account. */
export function Sections({ name, sections }: { name: string; sections: Section[] }) {
  return (
    <div className="sections">
      <nav aria-label={name} className="sections-nav">
        {sections.map(({ to, title }) => (
          <Link key={title} to={to} className="section-link">
            {title}
          </Link>
        ))}
      </nav>
      <div className="sections-screen">
        <Outlet />
      </div>
    </div>
  );
}
