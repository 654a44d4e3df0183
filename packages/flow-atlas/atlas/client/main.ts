import '../atlas.css';
import '../../strips/strip.css';
import './chart.css';
import type { PageData } from '../data.ts';
import { exposeApi } from './api.ts';
import { mountAreaZoom } from './area-zoom.ts';
import { ChartView } from './chart-view.ts';
import { mountGoToState } from './go-to-state.ts';
import { mountOverview } from './overview.ts';
import { mountPageKeys } from './page-keys.ts';
import { mountPanel } from './panel.ts';
import { mountSearch } from './search.ts';
import { mountSemanticZoom } from './semantic-zoom.ts';
import { mountStateKeys } from './state-keys.ts';
import { mountToolbar } from './toolbar.ts';
import { mountNotes } from '../../notes/client/notes.ts';

/** Script of every page: search everywhere, and the chart if the page has one. */
mountSearch();
const carried = document.getElementById('atlas-data')?.textContent;
if (carried !== undefined && carried !== null) {
  const data = JSON.parse(carried) as PageData;
  const view = new ChartView(data);
  const panel = mountPanel(view, data);
  const keys = mountStateKeys(view);
  mountToolbar(view);
  mountOverview(view);
  mountAreaZoom(view);
  mountSemanticZoom(view);
  mountGoToState(view);
  mountNotes(view, data);
  mountPageKeys(view, keys);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('[data-choose]');
    const state = link?.getAttribute('data-choose');
    if (link == null || state == null) return;
    event.preventDefault();
    const isInPanel = link.closest('.panel') !== null;
    void view.goTo({ state }).then(() => (isInPanel ? panel.focus() : keys.focus(state)));
  });
  exposeApi(view, data, panel);
  // A search result on the page itself loads no other page.
  window.addEventListener('hashchange', () => void view.openFrom(location.hash));
  // After the other scripts of the page, which show the screens of the selected state.
  document.addEventListener('DOMContentLoaded', () => {
    void view.openFrom(location.hash).then(() => {
      document.documentElement.dataset['ready'] = 'yes';
    });
  });
} else mountPageKeys();
