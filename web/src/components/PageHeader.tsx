import ArrowBack from '@mui/icons-material/ArrowBack';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The head of a page: where one came from, what this is, and what can be done, top right (theme/pages.ts has its looks). */
export function PageHeader({ title, subtitle, back, actions }: Props) {
  return (
    <header>
      {back && (
        <Link to={back.to} className="way-back">
          <ArrowBack fontSize="small" aria-hidden />
          {back.label}
        </Link>
      )}
      <div className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {subtitle && <div className="page-subtitle">{subtitle}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </header>
  );
}
