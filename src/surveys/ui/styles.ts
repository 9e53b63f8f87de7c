/**
 * The style sheet of a survey. Texts, and widths that hold texts, are em of the browser's default size, which `all:initial` gives
 * the host; never rem, which would follow the website's root element. Other sizes are px on a grid of 4. Colors are the variables
 * of `theme.ts`. Rules for `:host` are `!important`, because the website can style that element too. See D-571, D-572.
 *
 * A scale of `--e-count` cells takes one row when each cell can be 1.715em wide: two digits of any size, at least 24 px. Otherwise
 * it takes two rows of equal length, or more.
 */
export const STYLES = `
:host{all:initial!important;display:block!important;position:relative!important;color-scheme:var(--e-scheme)!important}
:host(:not([data-display=inline])){position:fixed!important;inset:0 auto auto 0!important;z-index:var(--e-z-index,2147483645)!important}
:host([hidden]){display:none!important}
*,::before,::after{box-sizing:border-box}
div,span,p,h2,h3,h4,li,pre,button{unicode-bidi:plaintext}
h2,h3,h4,p,ul,ol,form,fieldset,legend,button,input,textarea,blockquote{margin:0;padding:0;border:0;min-width:0;font:inherit;color:inherit;background:none}
button,label{cursor:pointer;-webkit-tap-highlight-color:transparent}
:focus-visible,:is(:focus-visible,[data-keys] :focus)~:is(.mark,.tile){outline:2px solid var(--e-ring);outline-offset:2px}
.card,.tab{font:400 .9375em/1.5 var(--e-font-family,system-ui),system-ui,sans-serif;-webkit-text-size-adjust:100%}
.card,.page,form{display:flex;flex-direction:column;flex:auto;min-height:0}
.card{--e-pad:24px;position:relative;overflow:hidden;width:min(var(--e-width,24em),100vw - 32px);color:var(--e-text);background:var(--e-bg);border:1px solid var(--e-line);border-radius:var(--e-border-radius,16px);overflow-wrap:anywhere;hyphens:auto;hyphenate-limit-chars:10}
.popover,.preview{box-shadow:var(--e-box-shadow,0 1px 2px #16131f0f,0 16px 40px -8px #16131f3d)}
.inline{width:100%;max-width:var(--e-width,32em)}
.popover{--e-margin:24px;position:fixed;inset:max(var(--e-margin),env(safe-area-inset-top)) var(--e-margin) calc(max(var(--e-margin),env(safe-area-inset-bottom)) + var(--e-lift,0px));margin:auto 0 0;padding:0;height:fit-content;max-height:calc(100% - 2*var(--e-margin) - var(--e-lift,0px))}
.popover[class*=top]{bottom:auto}
@media (min-width:481px){
.popover{margin-inline:auto 0}
.popover[class*=left]{right:auto}
.popover[class*=right]{left:auto}
.popover[class*=center]{margin-inline:auto}
.popover[class*=middle]{margin-block:auto}
:host([data-placed]) .popover{inset:var(--e-y) auto auto var(--e-x);margin:0}
}
@media (max-width:480px),(max-height:480px){.popover{--e-margin:8px}}
@media (max-width:480px){
.card{--e-pad:20px}
.popover{width:auto;border-radius:var(--e-border-radius,20px)}
}
.body{flex:auto;overflow:auto;overscroll-behavior:contain;scroll-padding:16px;scrollbar-width:thin;scrollbar-color:var(--e-thumb) var(--e-track)}
.body,.footer{padding:var(--e-padding,var(--e-pad))}
.body{padding-bottom:16px;mask:linear-gradient(#000 calc(100% - 16px),#0000)}
.footer{flex:none;display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:8px;padding-top:4px}
.footer:not(:has(.btn,span)){margin-top:-16px}
.footer>div{flex:1 0 100%}
.footer>:empty{position:absolute}
.close:first-child~.page .title{padding-inline-end:32px}
.title{font-size:1.13em;line-height:1.4;font-weight:600;text-wrap:pretty;outline:0}
.desc{margin-top:4px;color:var(--e-subtle)}
.desc pre{margin:0;white-space:pre-wrap}
.desc *+:not(li,div){margin-top:8px}
.desc :is(h2,h3,h4){font-weight:600;color:var(--e-text)}
.desc :is(ul,ol){padding-inline-start:20px}
.desc blockquote{padding-inline-start:12px;border-inline-start:2px solid var(--e-line)}
.desc a{color:var(--e-text);text-underline-offset:3px}
.desc img{display:block;max-width:100%;height:auto;border-radius:8px}
.control{margin-top:16px}
.hint,.labels,.problem{display:block;margin-top:8px;font-size:.87em;color:var(--e-subtle)}
.page+.hint{margin:0 var(--e-pad) 16px}
.problem{margin:-4px 0 4px;font-size:.93em;font-weight:500;color:var(--e-error)}
.labels{display:flex;justify-content:space-between;gap:16px}
.labels :last-child{text-align:end}
.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:40px;padding:8px 16px;border-radius:10px;font-weight:600;line-height:1.3;text-align:center;text-decoration:none}
.solid{color:var(--e-on-button);background:var(--e-button);border:1px solid transparent}
.solid[aria-disabled=true]{color:var(--e-text);background:none;border-color:currentColor;opacity:var(--e-opacity,.8)}
.ghost{padding-inline:12px;font-weight:500;color:var(--e-subtle)}
.ghost:not(.back):last-child{margin-inline-end:-12px}
.back{margin-inline:-12px auto}
[dir=rtl] a svg{scale:-1 1}
.close{position:absolute;z-index:1;top:16px;inset-inline-end:16px;display:grid;place-items:center;width:32px;height:32px;border-radius:8px;color:var(--e-subtle);background:var(--e-bg)}
.close::after{content:"";position:absolute;inset:-6px}
.logo{flex:none;align-self:start;height:2em;max-width:60%;margin:var(--e-pad) var(--e-pad) calc(12px - var(--e-pad));object-fit:contain}
.progress{flex:none;overflow:hidden;height:4px;margin-block:30px calc(16px - var(--e-pad));margin-inline:var(--e-pad) calc(var(--e-pad) + 48px);border-radius:2px;background:var(--e-muted)}
.progress i{display:block;height:100%;background:var(--e-accent-edge)}
svg{display:block;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.text{display:block;width:100%;padding:10px 12px;color:var(--e-on-field);background:var(--e-field);border:1px solid var(--e-edge);border-radius:10px;appearance:none}
.text::placeholder{color:var(--e-on-field-subtle);opacity:1}
textarea:focus-visible{outline-offset:-1px}
.text[aria-invalid=true]{border-color:var(--e-error)}
textarea.text{resize:vertical;min-height:6.4em;field-sizing:content;max-height:14.4em}
.scale{--e-gap:8px;display:grid;row-gap:8px;grid-template-columns:repeat(auto-fit,minmax(clamp(99%/var(--e-count),(1.715em*var(--e-count) - 100%)*999,max(199%/(var(--e-count) + 1),1.715em)),1fr));margin-inline:calc(var(--e-gap)/-2)}
.cell,.option{position:relative}
.cell{padding-inline:calc(var(--e-gap)/2)}
label input{position:absolute;z-index:1;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}
.row input{inset:12px;width:1.2em;height:1.2em}
.tile{display:grid;place-items:center;min-height:44px;border-radius:8px;font-weight:500;white-space:nowrap;color:var(--e-on-muted);background:var(--e-muted);border:1px solid var(--e-edge)}
.dense{--e-gap:3px;font-size:.93em}
.emoji{--e-gap:0px;display:flex;justify-content:space-between}
.emoji .cell{flex:0 1 3.2em}
.emoji .tile{background:none!important;border:0;min-height:0;border-radius:50%}
.emoji svg{width:100%;stroke-width:1.6}
.disc{fill:var(--e-muted);stroke:var(--e-edge);stroke-width:.6}
.emoji :checked~.tile .disc{fill:var(--e-accent);stroke:var(--e-accent-edge)}
.list{display:grid;gap:8px}
.option{color:var(--e-on-field);background:var(--e-field);border:1px solid var(--e-edge);border-radius:10px}
.option.checked{border-color:var(--e-accent-edge);box-shadow:inset 0 0 0 1px var(--e-accent-edge)}
.row{display:flex;gap:12px;padding:10px 12px}
.option .text{width:calc(100% - 1.2em - 36px);margin:-6px 12px 10px;margin-inline-start:auto;padding:2px 0;background:none;border-width:0 0 1px;border-radius:2px}
.mark{flex:none;display:grid;place-items:center;width:1.2em;height:1.2em;margin-top:.15em;border:1.5px solid var(--e-on-field-subtle);border-radius:50%}
.box{border-radius:5px}
:checked~:is(.mark,.tile){color:var(--e-on-accent);background:var(--e-accent);border-color:var(--e-accent-edge)}
:checked~.mark::after{content:"";width:.53em;height:.53em;border-radius:50%;background:currentColor}
:checked~.box::after{width:.33em;height:.6em;margin-top:-2px;border:solid;border-width:0 2px 2px 0;border-radius:0;background:none;rotate:45deg}
.badge{display:grid;place-items:center;width:40px;height:40px;margin-bottom:16px;border-radius:50%;color:var(--e-on-accent);background:var(--e-accent)}
.tab{position:fixed;inset:0;margin:auto;width:fit-content;height:fit-content;padding:10px 16px;font-weight:600;line-height:1.3;color:var(--e-on-tab);background:var(--e-tab);border:1px solid #ffffff29;border-radius:10px 10px 0 0;box-shadow:0 16px 40px -8px #16131f3d}
.tab.top{margin-top:0;border-radius:0 0 10px 10px}
.tab.bottom{margin-bottom:0}
.tab.left,.tab.right{padding:16px 10px;border-radius:0 10px 10px 0}
:is(.left,.right)>span{display:block;max-height:calc(100vh - 36px);writing-mode:vertical-rl}
.tab.left{margin-left:0}
.tab.right{margin-right:0;rotate:180deg}
@media (max-width:300px){
.card{--e-pad:12px}
.btn{padding-inline:12px}
}
:host([data-low]) .page{display:block;overflow:auto}
@media (hover:hover){
.solid:not([aria-disabled=true]):hover,.tab:hover{filter:brightness(1.12)}
.ghost:hover,.close:hover{color:var(--e-text);background:var(--e-muted)}
.option:not(.checked):hover,.cell:hover :not(:checked)~.tile{border-color:var(--e-text)}
}
@media (pointer:coarse){
.btn,.tab{min-height:44px}
.text{font-size:max(16px,1em)}
}
@media (prefers-reduced-motion:no-preference){
.popover{animation:e-enter .32s cubic-bezier(.2,.9,.3,1);transition:opacity .16s,transform .16s}
:host([data-leaving]) .popover{opacity:0;transform:translateY(8px)}
.next{animation:e-fade .24s cubic-bezier(.2,.9,.3,1)}
.body{animation:e-still .24s}
.progress i{transition:.3s cubic-bezier(.2,.9,.3,1)}
.btn,.close,.tile,.option,.mark,.disc,.tab{transition:.12s}
.emoji .cell:hover .tile{scale:1.08}
.emoji :checked~.tile{scale:1.12}
:is(button,a,.cell):active{scale:.96}
}
@keyframes e-enter{from{opacity:.3;transform:translateY(16px) scale(.98)}}
@keyframes e-fade{from{opacity:.3}}
@keyframes e-still{0%,to{overflow:hidden}}
@media (prefers-contrast:more){
.card{--e-line:var(--e-text);--e-edge:var(--e-text);--e-subtle:var(--e-text);--e-opacity:1}
.btn,.close,.tab{border:1px solid}
.progress{outline:1px solid}
}
@media (forced-colors:active){
.card{--e-edge:CanvasText;--e-accent:Highlight;--e-accent-edge:Highlight;--e-on-accent:HighlightText;--e-muted:Canvas}
.progress i,.badge,:checked~:is(.mark,.tile){forced-color-adjust:none}
}
@media print{:host{display:none!important}}
`
