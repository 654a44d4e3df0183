/** The fixed parts of the panel. */
export const BODY = `
<div class="live-bar" role="group" aria-label="Steps">
  <button type="button" data-live="back" aria-label="One step back">◀</button>
  <button type="button" data-live="play">Replay</button>
  <button type="button" data-live="forward" aria-label="One step forward">▶</button>
  <button type="button" data-live="follow" aria-pressed="true">Follow</button>
  <input type="range" data-live="position" min="0" max="0" step="1" aria-label="Step">
</div>
<p class="live-said" data-live="said" role="status"></p>
<p class="live-problem" data-live="problem" role="alert"></p>
<p class="live-remark" data-live="remark"></p>
<details class="live-lists" data-live="lists"><summary>All steps, files and tests</summary>
<div class="live-bar" role="group" aria-label="Run">
  <button type="button" data-live="save">Save</button>
  <button type="button" data-live="load">Load…</button>
  <button type="button" data-live="coverage-button" aria-pressed="false">Coverage</button>
  <button type="button" data-live="test">Make a test of what I just did</button>
  <input type="file" data-live="file" accept=".json,application/json" multiple hidden aria-label="Saved runs">
</div>
<p class="live-runs" data-live="runs" hidden><label>Shown run <select data-live="run"></select></label></p>
<section class="live-steps" aria-labelledby="live-steps">
  <h2 id="live-steps">Steps</h2>
  <p class="small"><label class="live-switch"><input type="checkbox" data-live="everything"> Show everything</label> <span data-live="hidden"></span></p>
  <p class="small" data-live="dropped"></p>
  <div class="live-scroll" data-live="steps"></div>
</section>
<section aria-labelledby="live-coverage" data-live="coverage-section" hidden><h2 id="live-coverage">Coverage</h2><div data-live="coverage"></div></section>
<section aria-labelledby="live-running"><h2 id="live-running">Running</h2><ul data-live="running"></ul></section>
</details>`;
