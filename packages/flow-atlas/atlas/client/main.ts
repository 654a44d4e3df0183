import type { PageData } from '../data.ts';
import { exposeApi } from './api.ts';
import { ChartView } from './chart-view.ts';
import { mountPanel } from './panel.ts';
import { mountSearch } from './search.ts';

/** Script of every page: search everywhere, and the chart if the page has one. */
mountSearch();
const carried = document.getElementById('atlas-data')?.textContent;
if (carried !== undefined && carried !== null) {
  const data = JSON.parse(carried) as PageData;
  const view = new ChartView(data);
  const panel = mountPanel(view, data);
  exposeApi(view, data, panel);
  view.openFrom(location.hash);
  // A search result on the page itself loads no other page.
  window.addEventListener('hashchange', () => view.openFrom(location.hash));
  document.documentElement.dataset['ready'] = 'yes';
}
