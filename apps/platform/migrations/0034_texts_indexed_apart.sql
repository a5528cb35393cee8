-- New texts wait in a list until somebody moves them into the index. The platform does that twice a
-- second, apart from any request; a request only when it finds more waiting than ever should.
alter index contacts_by_text set (gin_pending_list_limit = 8192);
